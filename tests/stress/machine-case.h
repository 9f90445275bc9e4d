/* Random programs, and a reference that computes their expected results. */
#ifndef WEFT_TESTS_MACHINE_CASE_H
#define WEFT_TESTS_MACHINE_CASE_H

#include <stdbool.h>
#include <weft/machine.h>

#define SIZE_MAX_CASE 32
#define BYTES_MAX 48
#define PEERS_MAX 5

enum op_kind {
    OP_SEND,
    OP_SHOUT,
    OP_POST,
    OP_STEP,
    OP_RECEIVE,
    OP_UNTIL,
    OP_TAKE,
    OP_COMPUTE,
    OP_SLEEP,
    OP_STORE,
    OP_MARK,
    OP_FAIL,
};

struct op {
    enum op_kind kind;
    int peer[PEERS_MAX], peers, id;
    size_t bytes;
    uint64_t time;
};

/* A random program with its network, model and costs. */
struct casus {
    uint64_t seed;
    struct weft_network *network;
    struct weft_model model;
    enum weft_on_conflict on_conflict;
    struct weft_cost cost;
    int size, length;
    bool matched; /* every receive names its sender: no deadlock */
    bool fails;
};

struct reference {
    enum weft_error_kind code;
    int fail_id;
    uint64_t seen[SIZE_MAX_CASE];
    uint64_t messages, untaken, makespan, conflicts;
    uint64_t vain; /* total time of waits that received nothing */
    struct state *state;
};

uint64_t mix(uint64_t digest, uint64_t value);
void case_make(struct casus *casus, uint64_t seed);
void case_finish(struct casus *casus);
/* Get the i-th operation of a processor. Return false at the end. */
bool case_op(const struct casus *casus, int rank, int i, struct op *op);
void case_payload(unsigned char *data, size_t bytes, int source, int id);

void reference_run(const struct casus *casus, struct reference *reference);
void reference_finish(struct reference *reference);

#endif
