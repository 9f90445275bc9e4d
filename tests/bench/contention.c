/* Transfers a second of CPU that wait for ports and share links: recursive
 * doubling on a hypercube, where nobody meets, and on a torus, where all do.
 *
 * usage: bench-contention [NETWORK fair|fifo]... */
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

/* A processor's round, and what of it is not over: its message and the one it
 * gets. */
struct partner {
    int round, open;
    bool ready;
};

struct doubling {
    struct sharing *s;
    struct partner *partner;
    int rounds;
    bool ready;
    uint64_t now;
};

static void contention_send(struct doubling *d, int rank)
{
    struct partner *p = &d->partner[rank];
    if (p->round == d->rounds)
        return;
    int to = rank ^ 1 << p->round;
    struct sharing_ask ask = {.from = rank,
                              .to = &to,
                              .copies = 1,
                              .port = SHARING_ANY_PORT,
                              .bytes = 8000};
    p->open += 2;
    if (sharing_send(d->s, d->now, &ask))
        contention_fail(sharing_failure(d->s)->text);
}

static void contention_close(struct doubling *d, int rank)
{
    struct partner *p = &d->partner[rank];
    if (--p->open)
        return;
    p->round++;
    p->ready = d->ready = true;
}

/* By rank, as processors run. */
static void contention_go_on(struct doubling *d, int size)
{
    for (int rank = 0; rank < size && d->ready; rank++) {
        if (d->partner[rank].ready)
            contention_send(d, rank);
        d->partner[rank].ready = false;
    }
    d->ready = false;
}

static void contention_hear(struct doubling *d, const struct sharing_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct sharing_news *news = &list->news[i];
        if (news->what == SHARING_ARRIVED)
            contention_close(d, news->to);
        else if (news->what == SHARING_OVER)
            contention_close(d, news->from);
    }
}

static void contention_play(struct doubling *d, int size)
{
    for (int rank = 0; rank < size; rank++)
        contention_send(d, rank);
    for (; d->now != SHARING_NEVER; d->now = sharing_next(d->s)) {
        struct sharing_list list;
        do {
            if (sharing_end(d->s, d->now, &list))
                contention_fail(sharing_failure(d->s)->text);
            contention_hear(d, &list);
            contention_go_on(d, size);
            if (sharing_start(d->s, d->now, &list))
                contention_fail(sharing_failure(d->s)->text);
        } while (sharing_next(d->s) == d->now);
        if (sharing_settle(d->s, d->now))
            contention_fail(sharing_failure(d->s)->text);
    }
}

static void contention_measure(const char *spec, enum weft_sharing kind)
{
    struct weft_error err;
    struct weft_model model;
    struct weft_cost cost = {.ts = 1000, .tw = 1};
    struct weft_network *network = weft_network_create(spec, &err);
    if (!network || weft_model_parse("one-port-duplex", &model, &err))
        contention_fail(err.text);
    int size = weft_network_size(network);
    struct doubling d = {.partner = calloc((size_t)size, sizeof *d.partner)};
    while (1 << (d.rounds + 1) <= size)
        d.rounds++;
    clock_t start = clock();
    d.s = sharing_create(&(struct sharing_options){.network = network,
                                                   .model = &model,
                                                   .cost = &cost,
                                                   .kind = kind,
                                                   .unlimited = true},
                         &err);
    if (!d.s || !d.partner)
        contention_fail(err.text);
    contention_play(&d, size);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC, hops = 0;
    struct sharing_totals totals;
    sharing_totals(d.s, &totals);
    for (size_t i = 0; i < sharing_arcs(d.s); i++) {
        struct sharing_load load;
        sharing_load(d.s, i, UINT64_MAX / 2, &load);
        hops += load.words / 1000;
    }
    printf("%-16s %-5s %9llu transfers %10.0f hops %6llu recomputations "
           "%10llu looks %8.3f s %10.0f transfers/s %10.0f hops/s\n",
           spec, weft_sharing_names[kind], (unsigned long long)totals.transfers,
           hops, (unsigned long long)totals.recomputations,
           (unsigned long long)totals.looks, seconds,
           (double)totals.transfers / seconds, hops / seconds);
    sharing_destroy(d.s);
    free(d.partner);
    weft_network_destroy(network);
}

int main(int argc, char **argv)
{
    static const char *const usual[] = {"hypercube:12",
                                        "fair",
                                        "hypercube:16",
                                        "fair",
                                        "hypercube:18",
                                        "fair",
                                        "torus:128x128",
                                        "fair",
                                        "torus:128x128",
                                        "fifo",
                                        NULL};
    const char *const *word = argc > 2 ? (const char *const *)argv + 1 : usual;
    for (; word[0] && word[1]; word += 2)
        contention_measure(word[0], strcmp(word[1], "fifo")
                                        ? WEFT_SHARING_FAIR
                                        : WEFT_SHARING_FIFO);
    return 0;
}
