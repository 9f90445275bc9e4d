#include <stdio.h>
#include <weft/weft.h>

/* The program of every processor: forward the last value, p - 1 times. */
static int allgather(struct weft_processor *self, void *arg)
{
    int p = weft_size(self), rank = weft_rank(self);
    int right = (rank + 1) % p, left = (rank + p - 1) % p;
    int value = 100 + rank, id = rank, *sums = arg;
    sums[rank] = value;
    for (int step = 1; step < p; step++) {
        struct weft_message message;
        if (weft_post(self, right, id, &value, sizeof value) ||
            weft_step(self) || weft_receive(self, left, &message))
            return -1;
        id = message.id;
        value = *(const int *)message.data;
        sums[rank] += value;
        if (weft_store(self, id, &value, sizeof value))
            return -1;
    }
    return 0;
}

int main(void)
{
    int sums[8] = {0};
    struct weft_error err = {0};
    struct weft_outcome outcome = {0};
    struct weft_parameter about = {"problem", "allgather"};
    struct weft_trace_info info = {.processors = 8,
                                   .unit_ns = 1000000,
                                   .step = 1,
                                   .parameters = 1,
                                   .parameter = &about};
    struct weft_network *ring = weft_network_create("ring:8", &err);
    struct weft_writer *trace = weft_writer_open("allgather.json", &err);
    struct weft_machine machine = {
        .network = ring, .program = allgather, .arg = sums, .info = &info};
    if (!ring || !trace ||
        weft_model_parse("one-port-duplex", &machine.model, &err))
        return fprintf(stderr, "%s\n", err.text), 1;
    machine.sink = weft_writer_sink(trace);
    if (weft_machine_run(&machine, &outcome, &err))
        return fprintf(stderr, "%s\n", err.text), 1;
    if (weft_writer_close(trace, &err))
        return fprintf(stderr, "%s\n", err.text), 1;
    printf("%d processors, %d steps, %d messages, every sum %d\n", 8,
           (int)outcome.makespan, (int)outcome.messages, sums[5]);
    weft_outcome_finish(&outcome);
    weft_network_destroy(ring);
    return 0;
}
