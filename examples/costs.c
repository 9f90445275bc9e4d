/* Message costs: ts to start a message and tw for each word. Processor 0 of a
 * line sends a long vector to all others. Cut into m packets, the vector is
 * pipelined and takes (m + p - 2) (ts + tw n/m) time units. With few packets
 * the far end waits too long, with many ts is paid too often; the best m is
 * near sqrt(n tw (p - 2) / ts). The run with four packets writes costs-4.json,
 * for ui.perfetto.dev. */
#include <stdio.h>
#include <weft/weft.h>

#define P 6
#define WORDS 1200

static int program(struct weft_processor *self, void *arg)
{
    int packets = *(const int *)arg, rank = weft_rank(self);
    static const double vector[WORDS]; /* zeros */
    size_t bytes = sizeof vector / (size_t)packets;
    struct weft_message message = {.data = vector};
    for (int packet = 0; packet < packets; packet++) {
        if (rank > 0 && weft_receive(self, rank - 1, &message))
            return -1;
        if (rank < P - 1 &&
            weft_send(self, rank + 1, packet, message.data, bytes))
            return -1;
    }
    return 0;
}

static int run(int packets, struct weft_error *err)
{
    struct weft_outcome outcome = {0};
    struct weft_parameter about[] = {{"problem", "pipelined broadcast"},
                                     {"network", "line:6"},
                                     {"model", "one-port-duplex"},
                                     {"cost", "ts=50,tw=1"}};
    struct weft_trace_info info = {.processors = P,
                                   .unit_ns = 1000,
                                   .step = 50 + WORDS,
                                   .parameters = 4,
                                   .parameter = about};
    struct weft_network *line = weft_network_create("line:6", err);
    struct weft_machine machine = {.network = line,
                                   .program = program,
                                   .arg = &packets,
                                   .bytes = WORDS * sizeof(double),
                                   .cost = {.ts = 50, .tw = 1},
                                   .info = &info};
    struct weft_writer *trace =
        packets == 4 ? weft_writer_open("costs-4.json", err) : NULL;
    if (trace)
        machine.sink = weft_writer_sink(trace);
    int status =
        line && !weft_model_parse("one-port-duplex", &machine.model, err)
            ? weft_machine_run(&machine, &outcome, err)
            : -1;
    if (trace && (weft_writer_close(trace, err) || status))
        status = -1;
    if (!status)
        printf("%4d packets: %5d time units\n", packets, (int)outcome.makespan);
    weft_outcome_finish(&outcome);
    weft_network_destroy(line);
    return status;
}

int main(void)
{
    struct weft_error err = {0};
    const int packets[] = {1, 2, 4, 8, 10, 12, 24, 48, 120};
    for (size_t i = 0; i < sizeof packets / sizeof *packets; i++)
        if (run(packets[i], &err))
            return fprintf(stderr, "%s\n", err.text), 1;
    return 0;
}
