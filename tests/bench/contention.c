/* Measures transfers per CPU second that wait for ports and share links:
 * recursive doubling on a hypercube, where transfers never meet, and on a
 * torus, where they all meet at a few ticks; and all-to-all, where each
 * processor starts its next round independently. Each case runs twice, because
 * in the first run the system still has to map the memory.
 *
 * usage: bench-contention [doubling|spread NETWORK fair|fifo]... */
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <weft/weft.h>

#include "sharing/sharing.h"

static void contention_fail(const char *what)
{
    fprintf(stderr, "contention: %s\n", what);
    exit(1);
}

/* A processor is in round `sent` until its send has ended and it has received
 * `sent` messages. */
struct partner {
    int sent, over, got;
    bool ready;
};

struct pattern {
    struct sharing *s;
    struct partner *partner;
    int size, rounds;
    bool spread, ready;
    uint64_t now;
};

static void contention_send(struct pattern *d, int rank)
{
    struct partner *p = &d->partner[rank];
    int to = d->spread ? (rank + p->sent + 1) % d->size : rank ^ 1 << p->sent;
    struct sharing_ask ask = {.from = rank,
                              .to = &to,
                              .copies = 1,
                              .port = SHARING_ANY_PORT,
                              .bytes = 8000};
    if (d->spread) /* so that transfers end at different ticks */
        ask.bytes += 8 * (uint64_t)((rank * 37 + p->sent * 11) % 101);
    p->sent++;
    if (sharing_send(d->s, d->now, &ask))
        contention_fail(sharing_failure(d->s)->text);
}

/* Mark the processor as ready if its round is over. */
static void contention_look(struct pattern *d, int rank)
{
    struct partner *p = &d->partner[rank];
    if (p->over == p->sent && p->got >= p->sent && p->sent < d->rounds)
        p->ready = d->ready = true;
}

/* Start the next round of all ready processors, in the order of their ranks. */
static void contention_go_on(struct pattern *d)
{
    for (int rank = 0; rank < d->size && d->ready; rank++) {
        if (d->partner[rank].ready)
            contention_send(d, rank);
        d->partner[rank].ready = false;
    }
    d->ready = false;
}

static void contention_hear(struct pattern *d, const struct sharing_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct sharing_news *news = &list->news[i];
        int rank = news->what == SHARING_ARRIVED ? news->to : news->from;
        d->partner[rank].got += news->what == SHARING_ARRIVED;
        d->partner[rank].over += news->what == SHARING_OVER;
        contention_look(d, rank);
    }
}

static void contention_play(struct pattern *d)
{
    for (int rank = 0; rank < d->size; rank++)
        contention_send(d, rank);
    for (; d->now != SHARING_NEVER; d->now = sharing_next(d->s)) {
        struct sharing_list list;
        do {
            if (sharing_end(d->s, d->now, &list))
                contention_fail(sharing_failure(d->s)->text);
            contention_hear(d, &list);
            contention_go_on(d);
            if (sharing_start(d->s, d->now, &list))
                contention_fail(sharing_failure(d->s)->text);
        } while (sharing_next(d->s) == d->now);
        if (sharing_settle(d->s, d->now))
            contention_fail(sharing_failure(d->s)->text);
    }
}

static void contention_measure(const char *name, const char *spec,
                               enum weft_sharing kind)
{
    struct weft_error err;
    struct weft_model model;
    struct weft_cost cost = {.ts = 1000, .tw = 1};
    struct weft_network *network = weft_network_create(spec, &err);
    if (!network || weft_model_parse("one-port-duplex", &model, &err))
        contention_fail(err.text);
    int size = weft_network_size(network);
    struct pattern d = {.partner = calloc((size_t)size, sizeof *d.partner),
                        .size = size,
                        .spread = !strcmp(name, "spread")};
    while (!d.spread && 1 << (d.rounds + 1) <= size)
        d.rounds++;
    if (d.spread)
        d.rounds = size - 1;
    clock_t start = clock();
    d.s = sharing_create(&(struct sharing_options){.network = network,
                                                   .model = &model,
                                                   .cost = &cost,
                                                   .kind = kind,
                                                   .unlimited = true},
                         &err);
    if (!d.s || !d.partner)
        contention_fail(err.text);
    contention_play(&d);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC, hops = 0;
    struct sharing_totals totals;
    sharing_totals(d.s, &totals);
    for (size_t i = 0; i < sharing_arcs(d.s); i++) {
        struct sharing_load load;
        sharing_load(d.s, i, UINT64_MAX / 2, &load);
        hops += load.words / 1000;
    }
    printf("%-8s %-16s %-5s %9llu transfers %10.0f hops %6llu recomputations "
           "%10llu looks %8.3f s %10.0f transfers/s %10.0f hops/s\n",
           name, spec, weft_sharing_names[kind],
           (unsigned long long)totals.transfers, hops,
           (unsigned long long)totals.recomputations,
           (unsigned long long)totals.looks, seconds,
           (double)totals.transfers / seconds, hops / seconds);
    sharing_destroy(d.s);
    free(d.partner);
    weft_network_destroy(network);
}

static enum weft_sharing contention_kind(const char *word)
{
    return strcmp(word, "fifo") ? WEFT_SHARING_FAIR : WEFT_SHARING_FIFO;
}

int main(int argc, char **argv)
{
    static const char *const usual[][3] = {
        {"doubling", "hypercube:12", "fair"},
        {"doubling", "hypercube:16", "fair"},
        {"doubling", "hypercube:18", "fair"},
        {"doubling", "torus:128x128", "fair"},
        {"doubling", "torus:128x128", "fifo"},
        {"spread", "torus:16x16", "fair"},
        {"spread", "torus:16x16", "fifo"},
    };
#ifdef M_MMAP_MAX
    /* keep freed memory, so that the second of two runs reuses it */
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
    for (size_t i = 0; argc < 4 && i < sizeof usual / sizeof *usual; i++)
        for (int again = 0; again < 2; again++)
            contention_measure(usual[i][0], usual[i][1],
                               contention_kind(usual[i][2]));
    for (int i = 3; i < argc; i += 3)
        contention_measure(argv[i - 2], argv[i - 1], contention_kind(argv[i]));
    return 0;
}
