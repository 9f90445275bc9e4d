/* All-reduce by three algorithms: every processor starts with a
 * vector of real numbers and ends with the sum of all vectors.
 *
 *     ring          reduce-scatter and all-gather around a ring:
 *                   2 (p - 1) rounds of n/p words
 *     doubling      recursive doubling: log2 p rounds of n words
 *     halving       recursive halving, then doubling (Rabenseifner):
 *                   2 log2 p rounds of n/2, n/4, ... words
 *
 * With a cost of ts for each message and tw for each word, doubling wins for
 * short vectors, the other two for long ones. */
#include <stdio.h>
#include <string.h>
#include <weft/weft.h>

#define P 8
#define N_MAX 4096

/* What a processor works on: its vector, and the result of all. */
struct work {
    int n;
    int (*algorithm)(struct weft_processor *self, double *x, int n);
    double result[P][N_MAX];
};

/* Send part of x to one processor while taking as much from another. */
static int exchange(struct weft_processor *self, int to, const double *out,
                    int count, int from, struct weft_message *message)
{
    return weft_post(self, to, 0, out, (size_t)count * sizeof *out) ||
                   weft_step(self) || weft_receive(self, from, message)
               ? -1
               : 0;
}

static void add(double *x, const struct weft_message *message)
{
    const double *y = message->data;
    for (size_t i = 0; i < message->bytes / sizeof *y; i++)
        x[i] += y[i];
}

static int ring(struct weft_processor *self, double *x, int n)
{
    int rank = weft_rank(self), right = (rank + 1) % P, part = n / P;
    int left = (rank + P - 1) % P;
    struct weft_message message;
    for (int round = 0; round < 2 * (P - 1); round++) {
        double *out = x + (rank - round + 2 * P) % P * part;
        double *in = x + (rank - round - 1 + 2 * P) % P * part;
        if (exchange(self, right, out, part, left, &message))
            return -1;
        if (round < P - 1)
            add(in, &message);
        else
            memcpy(in, message.data, message.bytes);
    }
    return 0;
}

static int doubling(struct weft_processor *self, double *x, int n)
{
    struct weft_message message;
    for (int bit = 1; bit < P; bit *= 2) {
        int partner = weft_rank(self) ^ bit;
        if (exchange(self, partner, x, n, partner, &message))
            return -1;
        add(x, &message);
    }
    return 0;
}

static int halving(struct weft_processor *self, double *x, int n)
{
    struct weft_message message;
    int first = 0, count = n; /* the part that this processor sums up */
    for (int bit = P / 2; bit; bit /= 2) {
        int partner = weft_rank(self) ^ bit;
        count /= 2;
        int other = weft_rank(self) & bit ? first : first + count;
        first = weft_rank(self) & bit ? first + count : first;
        if (exchange(self, partner, x + other, count, partner, &message))
            return -1;
        add(x + first, &message);
    }
    for (int bit = 1; bit < P; bit *= 2, count *= 2) {
        int partner = weft_rank(self) ^ bit;
        if (exchange(self, partner, x + first, count, partner, &message))
            return -1;
        int other = weft_rank(self) & bit ? first - count : first + count;
        memcpy(x + other, message.data, message.bytes);
        first = first < other ? first : other;
    }
    return 0;
}

static int program(struct weft_processor *self, void *arg)
{
    struct work *work = arg;
    double *x = work->result[weft_rank(self)];
    for (int i = 0; i < work->n; i++)
        x[i] = weft_rank(self) + i;
    return work->algorithm(self, x, work->n);
}

static int right(const struct work *work)
{
    for (int rank = 0; rank < P; rank++)
        for (int i = 0; i < work->n; i++)
            if (work->result[rank][i] != P * (P - 1) / 2 + P * i)
                return 0;
    return 1;
}

static int run(const char *name, struct work *work, struct weft_error *err)
{
    struct weft_outcome outcome = {0};
    struct weft_machine machine = {.program = program,
                                   .arg = work,
                                   .bytes = sizeof(double),
                                   .cost = {.ts = 100, .tw = 1}};
    struct weft_network *network = weft_network_create("complete:8", err);
    int status = -1;
    machine.network = network;
    if (network && !weft_model_parse("one-port-duplex", &machine.model, err) &&
        !weft_machine_run(&machine, &outcome, err)) {
        printf("%-9s %5d words: %6d time units, %3d messages, %s\n", name,
               work->n, (int)outcome.makespan, (int)outcome.messages,
               right(work) ? "sums right" : "SUMS WRONG");
        status = right(work) ? 0 : -1;
    }
    weft_outcome_finish(&outcome);
    weft_network_destroy(network);
    return status;
}

int main(void)
{
    static struct work work;
    struct weft_error err = {0};
    for (work.n = 8; work.n <= N_MAX; work.n *= 8) {
        work.algorithm = ring;
        int status = run("ring", &work, &err);
        work.algorithm = doubling;
        status = status || run("doubling", &work, &err);
        work.algorithm = halving;
        if (status || run("halving", &work, &err))
            return fprintf(stderr, "%s\n", err.text), 1;
    }
    return 0;
}
