/* A wrong program: each processor of a ring first receives from its left
 * neighbour and only then sends to its right one, so all processors wait for
 * ever. The machine detects the deadlock, ends the run, and reports which
 * processor waits for which. */
#include <stdio.h>
#include <weft/weft.h>

static int program(struct weft_processor *self, void *arg)
{
    (void)arg;
    int p = weft_size(self), rank = weft_rank(self);
    struct weft_message message;
    if (weft_compute(self, (uint64_t)rank) ||
        weft_receive(self, (rank + p - 1) % p, &message) ||
        weft_send(self, (rank + 1) % p, 0, &rank, sizeof rank))
        return -1;
    return 0;
}

int main(void)
{
    struct weft_error err = {0};
    struct weft_outcome outcome = {0};
    struct weft_network *ring = weft_network_create("ring:4", &err);
    struct weft_machine machine = {.network = ring, .program = program};
    if (!ring || weft_model_parse("one-port", &machine.model, &err))
        return fprintf(stderr, "%s\n", err.text), 1;
    int status = weft_machine_run(&machine, &outcome, &err);
    if (status) {
        printf("%s\n", err.text);
        if (outcome.report)
            printf("%s", outcome.report);
    }
    weft_outcome_finish(&outcome);
    weft_network_destroy(ring);
    return err.kind == WEFT_ERROR_DEADLOCK ? 0 : 1;
}
