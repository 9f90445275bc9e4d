/* A stream of packets from one source: what the strategies share.
 *
 * Every strategy is a timetable: what each processor sends and receives in
 * each round. Rounds count from 1, packets from 0. Strategies number the
 * processors from the source, which is 0. */
#ifndef WEFT_SRC_STREAM_H
#define WEFT_SRC_STREAM_H

#include "problem/problem.h"
#include "problem/shared/collective.h"
#include "problem/timetable/frame.h"

extern const struct weft_strategy stream_fibonacci;
extern const struct weft_strategy stream_binomial;
extern const struct weft_strategy stream_path;
extern const struct weft_strategy stream_binary;
extern const struct weft_strategy stream_edst;

/* What one processor does in one round. */
struct stream_action {
    int to, sends;      /* the receiver and the packet; to < 0: no send */
    int from, receives; /* the sender and the packet; from < 0: no reception */
};

/* A strategy's timetable; read-only while processors run. */
struct stream_schedule {
    int n, packets;
    int64_t rounds;
    int trees;    /* along which packets go in turn; 0: does not apply */
    bool flips;   /* processor v is root xor v, else (root + v) mod n */
    void *tables; /* the strategy's own */
    /* What processor v does in a round; the action comes empty. */
    void (*act)(const struct stream_schedule *schedule, int v, int64_t round,
                struct stream_action *action);
};

/* ceil(log2 n) */
int stream_log2(int n);
extern const struct weft_setting stream_trees;
/* The number of packets asked for, or the default. */
int stream_packets(const struct plan *plan);

/* Follow a timetable from now on: the packets, [packets][bytes], of the root
 * to all the others. Those that come go to the keeper (NULL: nobody), too.
 * 0 or -1. */
int stream_follow(struct weft_processor *self,
                  const struct stream_schedule *schedule, int root, char *data,
                  size_t bytes, const struct keeper *keeper);

/* The public form: as above, after a look at the arguments. */
int stream_call(struct weft_processor *self,
                const struct stream_schedule *schedule, int root, void *data,
                size_t bytes);

/* ---- strategies -------------------------------------------------------- */

/* Make plan->schedule; the strategy fills in what is left. NULL with text. */
struct stream_schedule *stream_schedule_create(struct plan *plan,
                                               struct weft_error *err);
void stream_schedule_finish(struct plan *plan);
/* The whole of it, where it follows from the numbers alone: a prepare(). */
int stream_schedule_prepare(struct plan *plan,
                            struct stream_schedule of(int n, int packets),
                            struct weft_error *err);

/* The program of all strategies: the source makes and stores the packets; all
 * follow plan->schedule and store what comes. */
int stream_program(struct weft_processor *self, void *arg);

/* Strategies that are timetables. */
extern const struct weft_strategy stream_circulant, stream_double_tree,
    stream_scatter_allgather, stream_scatter_doubling;
int stream_circulant_timetable(struct timetable *t);
int stream_double_tree_timetable(struct timetable *t);
int stream_scatter_allgather_timetable(struct timetable *t);
int stream_scatter_doubling_timetable(struct timetable *t);
/* Their program. */
int stream_blocks_program(struct weft_processor *self, void *plan);

#endif
