/* A stream of packets from one source: definitions shared by the strategies.
 *
 * Every strategy is a timetable: the packets that each processor sends and
 * receives in each round. Rounds are numbered from 1, packets from 0.
 * Strategies number the processors relative to the source, which is 0. */
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

/* The action of one processor in one round. */
struct stream_action {
    int to, sends; /* receiver and packet of the send; to < 0: no send */
    /* sender and packet of the reception; from < 0: no reception */
    int from, receives;
};

/* The timetable of a strategy; read-only while processors run. */
struct stream_schedule {
    int n, packets;
    int64_t rounds;
    /* number of trees that the packets use in turn; 0: not applicable */
    int trees;
    /* processor v has rank root xor v; if false, (root + v) mod n */
    bool flips;
    void *tables; /* data of the strategy */
    /* Set the action of processor v in a round; *action has no send and no
     * reception. */
    void (*act)(const struct stream_schedule *schedule, int v, int64_t round,
                struct stream_action *action);
};

/* Return ceil(log2 n). */
int stream_log2(int n);
extern const struct weft_setting stream_tree_count;
/* Return the number of packets requested, or the default. */
int stream_packets(const struct plan *plan);

/* Execute a timetable, beginning now: send the root's packets,
 * [packets][bytes], to all others. Packets that arrive are also passed to the
 * keeper (NULL: none). Return 0 or -1. */
int stream_follow(struct weft_processor *self,
                  const struct stream_schedule *schedule, int root, char *data,
                  size_t bytes, const struct keeper *keeper);

/* Implement a public function: check the arguments and call stream_follow(). */
int stream_call(struct weft_processor *self,
                const struct stream_schedule *schedule, int root, void *data,
                size_t bytes);

/* ---- strategies -------------------------------------------------------- */

/* Allocate plan->schedule; the strategy sets the remaining members. NULL with
 * text. */
struct stream_schedule *stream_schedule_create(struct plan *plan,
                                               struct weft_error *err);
void stream_schedule_finish(struct plan *plan);
/* Create the schedule with `of`, for strategies that need only these numbers: a
 * prepare() function. */
int stream_schedule_prepare(struct plan *plan,
                            struct stream_schedule of(int n, int packets),
                            struct weft_error *err);

/* The program of all strategies: the source creates and stores the packets; all
 * processors execute plan->schedule and store the packets that arrive. */
int stream_program(struct weft_processor *self, void *arg);

/* Strategies defined by timetables. */
extern const struct weft_strategy stream_circulant, stream_double_tree,
    stream_in_network, stream_scatter_allgather, stream_scatter_doubling,
    stream_trees;
int stream_circulant_timetable(struct timetable *t);
int stream_double_tree_timetable(struct timetable *t);
int stream_scatter_allgather_timetable(struct timetable *t);
int stream_scatter_doubling_timetable(struct timetable *t);
/* The program of the timetable strategies. */
int stream_blocks_program(struct weft_processor *self, void *plan);

#endif
