/* The bound of a question: tests each argument of docs/bounds.md with results
 * computed by hand. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/bound.h>
#include <weft/problem.h>
#include <weft/setting.h>

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Network files, by the names used in the tables below. */
static const struct {
    const char *word, *text;
} files[] = {
    {"dumbbell", "host a0 a1 a2 a3 b0 b1 b2 b3\n"
                 "a0 a1\na0 a2\na0 a3\na1 a2\na1 a3\na2 a3\n"
                 "b0 b1\nb0 b2\nb0 b3\nb1 b2\nb1 b3\nb2 b3\na0 b0\n"},
    {"fast2", "host a b\na b 0 12\n"},
    {"unequal3", "host a b c\na b 3 4\nb c 5 2\n"},
    {"fast8", "switch s\nhost h0 h1 h2 h3 h4 h5 h6 h7\n"
              "s h0 5 4\ns h1 5 4\ns h2 5 4\ns h3 5 4\n"
              "s h4 5 4\ns h5 5 4\ns h6 5 4\ns h7 5 4\n"},
    {"one-way3", "host a b c\na > b\nb > c\nc > a\n"},
    {"lanes2", "host a b\na b x4\n"},
    {"lanes3", "switch s\nhost a b\na s x2\nb s x2\n"},
    /* one network, with faster links, with more lanes, with permuted numbers */
    {"slow5", "host a b c d e\na b 7 2\nb c 1 3\nc d 4 1\nd e 0 2\n"
              "e a 2 1\na c 3 2\n"},
    {"fast5", "host a b c d e\na b 7 4\nb c 1 3\nc d 2 1\nd e 0 5\n"
              "e a 2 2\na c 3 3\n"},
    {"wide5", "host a b c d e\na b 7 2 x2\nb c 1 3\nc d 4 1 x3\nd e 0 2\n"
              "e a 2 1 x2\na c 3 2\n"},
    {"turned5", "host d a e c b\na c 3 2\ne a 2 1\nb c 1 3\na b 7 2\n"
                "c d 4 1\nd e 0 2\n"},
    /* two boxes with a fast switch each, connected by a slow switch */
    {"boxes", "host g0 g1 g2 g3 h0 h1 h2 h3\nswitch s t n\n"
              "g0 s 0 12\ng1 s 0 12\ng2 s 0 12\ng3 s 0 12\n"
              "h0 t 0 12\nh1 t 0 12\nh2 t 0 12\nh3 t 0 12\n"
              "g0 n 0 1\ng1 n 0 1\ng2 n 0 1\ng3 n 0 1\n"
              "h0 n 0 1\nh1 n 0 1\nh2 n 0 1\nh3 n 0 1\n"},
};

struct question {
    const char *problem, *network, *model, *cost;
    const char *settings; /* "name=value name=value"; or "one-link" */
    const char *by;
    uint64_t bound;
};

#define DUPLEX "one-port-duplex"

static const struct question questions[] = {
    /* distance */
    {"barrier", "torus:4x4", "all-port", "ts=10", "", "distance", 40},
    {"broadcast", "ring:8", "one-port", "", "", "distance", 1},
    {"broadcast", "ring:8", "one-port", "", "one-link", "distance", 4},
    {"broadcast", "ring:8", DUPLEX, "ts=10,tw=2,th=3", "", "distance", 21},
    {"broadcast", "unequal3", "all-port", "ts=10,tw=9", "", "distance", 29},
    {"reduce", "one-way3", "shouting", "", "", "distance", 2},
    {"reduce", "one-way3", "shouting", "", "root=1", "distance", 2},
    {"allgather", "fast8", "all-port", "ts=10,tw=1", "", "distance", 21},
    {"scan", "line:4", "all-port", "", "", "distance", 3},
    {"broadcast", "ring:8", DUPLEX, "loggp:L=10,o=2,g=4,G=1", "", "distance",
     14},
    {"broadcast", "hypercube:17", "all-port", "ts=2", "", "distance", 34},
    {"broadcast", "complete:8", DUPLEX, "ts=10,tw=2,th=3", "", "distance", 12},
    {"reduce", "complete:3000", DUPLEX, "ts=10,tw=2,th=3", "", "distance", 12},
    /* growth */
    {"barrier", "complete:27", "send=2,receive=2,duplex=full", "", "", "growth",
     3},
    {"allgather", "complete:5", "one-port", "", "", "growth", 4},
    {"allgather", "ring:3", "one-port", "", "", "work over ports", 4},
    {"stream", "lanes3", "send=all,receive=all,duplex=half", "", "packets=8",
     "work over ports", 4},
    {"allgather", "lanes3", "send=2,receive=2,duplex=full", "",
     "packets=8 message-blocks=1", "work over ports", 4},
    {"scan", "complete:16", DUPLEX, "ts=10,tw=1", "", "growth", 44},
    {"allgather", "line:3", "send=2,receive=2,duplex=full", "", "", "growth",
     2},
    {"broadcast", "switch:4", "all-port", "", "", "growth", 1},
    {"reduce", "switch:4", "all-port", "", "", "growth", 2},
    {"scatter", "complete:9", "one-port", "ts=7", "", "growth", 28},
    {"allgather", "complete:65536", DUPLEX, "", "", "growth", 16},
    {"reduce", "complete:8", "one-port", "loggp:L=10,o=2,g=4,G=1", "", "growth",
     32},
    /* port */
    {"allgather", "fast2", DUPLEX, "tw=1", "bytes=960", "port", 10},
    {"allgather", "complete:8", DUPLEX, "loggp:L=10,o=2,g=4,G=1", "bytes=80",
     "port", 573},
    {"allgather", "complete:5", "one-port", "", "message-blocks=1", "port", 5},
    {"scatter", "star:8", "shouting", "", "", "port", 1},
    /* pipeline */
    {"stream", "complete:32", DUPLEX, "", "", "pipeline", 14},
    {"broadcast", "complete:16", DUPLEX, "ts=100,tw=1", "bytes=8000",
     "pipeline", 1403},
    {"stream", "torus:4x4", "all-port", "", "packets=16", "pipeline", 7},
    {"reduce", "ring:8", "shouting", "ts=1,tw=1", "bytes=80", "pipeline", 17},
    /* argument "stages and words" */
    {"allgather", "complete:16", DUPLEX, "ts=100,tw=1", "bytes=800",
     "stages and words", 1900},
    {"alltoall", "complete:16", "one-port", "ts=100,tw=1", "bytes=800",
     "stages and words", 2001},
    /* argument "work over ports" */
    {"allreduce", "complete:16", DUPLEX, "ts=100,tw=1", "vector=65536",
     "work over ports", 15548},
    {"allreduce", "complete:16", "one-port", "ts=100,tw=1", "vector=65536",
     "work over ports", 31095},
    {"allreduce", "fast8", DUPLEX, "ts=10,tw=9", "vector=7680",
     "work over ports", 447},
    {"allreduce", "complete:256", DUPLEX, "", "vector=65536 message-bytes=256",
     "work over ports", 510},
    {"alltoall", "ring:8", DUPLEX, "", "one-link message-blocks=1",
     "work over ports", 16},
    {"reduce-scatter", "line:5", "one-port", "", "one-link message-blocks=1",
     "work over ports", 10},
    {"reduce-scatter", "star:5", "shouting", "", "message-blocks=1",
     "work over ports", 20},
    {"alltoall", "complete:3", "shouting", "", "message-blocks=1",
     "work over ports", 6},
    {"scatter", "star:8", "shouting", "", "", "work over ports", 1},
    {"successive", "hypercube:5", "shouting", "", "", "work over ports", 41},
    {"allgather", "ring:3", "one-port", "", "message-blocks=1",
     "work over ports", 6},
    {"allgather", "ring:3", "one-port", "",
     "message-blocks=1 on-conflict=delay", "work over ports", 4},
    /* argument "work over arcs" */
    {"alltoall", "torus:4x4", "all-port", "", "message-blocks=1",
     "work over arcs", 8},
    {"alltoall", "hypercube:4", "all-port", "", "message-blocks=1",
     "work over arcs", 8},
    /* cut */
    {"allgather", "dumbbell", "all-port", "", "message-blocks=1", "cut", 4},
    {"alltoall", "dumbbell", "all-port", "", "message-blocks=1", "cut", 16},
    {"alltoall", "dumbbell", "all-port", "", "", "cut", 0},
    {"alltoall", "dumbbell", DUPLEX, "ts=3,tw=1", "", "cut", 19},
    {"scatter", "dumbbell", "all-port", "ts=3,tw=1", "bytes=800", "cut", 403},
    {"gather", "dumbbell", "all-port", "ts=3,tw=1", "bytes=800 root=5", "cut",
     403},
    {"reduce", "dumbbell", "all-port", "ts=3,tw=1", "bytes=800", "cut", 103},
    {"reduce-scatter", "dumbbell", "all-port", "ts=3,tw=1", "bytes=800", "cut",
     403},
    {"scan", "dumbbell", "all-port", "ts=3,tw=1", "bytes=800", "cut", 103},
    {"exscan", "dumbbell", "all-port", "ts=3,tw=1", "bytes=800", "cut", 103},
    {"simultaneous", "dumbbell", "all-port", "", "sources=0,1,2", "cut", 3},
    {"allgather", "boxes", "all-port", "tw=1", "bytes=960", "cut", 120},
    {"alltoall", "boxes", "all-port", "tw=1", "bytes=960", "cut", 480},
    {"broadcast", "unequal3", "all-port", "ts=10,tw=9", "bytes=800", "cut", 65},
    {"allreduce", "one-way3", "all-port", "tw=2", "vector=80", "cut", 20},
    {"alltoall", "torus:16x16", DUPLEX, "ts=0,tw=1", "", "cut", 512},
    {"alltoall", "lanes2", "all-port", "", "message-blocks=1", "cut", 1},
    {"stream", "lanes2", "all-port", "", "packets=9", "cut", 3},
    {"barrier", "dumbbell", "all-port", "", "", "cut", 0},
    {"allgather", "ring:8", DUPLEX, "loggp:L=10,o=2,g=4,G=1", "", "cut", 0},
    {"allgather", "ring:8", DUPLEX, "ts=5", "", "cut", 0},
    {"allgather", "ring:8", DUPLEX, "ts=5", "message-blocks=2", "cut", 20},
    {"allgather", "dumbbell", "shouting", "ts=5,tw=1",
     "bytes=800 message-blocks=1", "cut", 735},
    /* argument "what one processor passes on" */
    {"gather", "star:4", "shouting", "", "", "what one processor passes on", 3},
    {"stream", "line:8", "shouting", "", "", "what one processor passes on",
     20},
    {"allreduce", "star:4", "one-port", "", "one-link",
     "what one processor passes on", 6},
    {"alltoall", "dumbbell", "all-port", "", "message-blocks=1",
     "what one processor passes on", 8},
    {"reduce", "star:4", DUPLEX, "", "", "what one processor passes on", 0},
    /* in order */
    {"successive", "hypercube:4", "shouting", "", "", "in order", 26},
    {"successive", "complete:8", DUPLEX, "", "", "in order", 10},
    {"successive", "hypercube:3", "shouting", "", "message-blocks=any",
     "in order", 10},
};

/* Return file:PATH of a network file with this name, or else the word
 * itself. */
static const char *network_of(const char *word, char path[64])
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(files[i].word, word) != 0)
            continue;
        strcpy(path, "file:/tmp/weft-bound-XXXXXX");
        int fd = mkstemp(path + 5);
        size_t length = strlen(files[i].text);
        cr_assert(fd >= 0);
        cr_assert(write(fd, files[i].text, length) == (ssize_t)length);
        close(fd);
        return path;
    }
    return word;
}

/* Apply settings of the form name=value name=value. */
static void choose(struct weft_experiment *e,
                   struct weft_bound_options *options, char *text)
{
    struct weft_error err = {0};
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        if (!strcmp(word, "one-link")) {
            options->one_link = true;
            continue;
        }
        *value++ = '\0';
        if (!strcmp(word, "message-bytes"))
            options->message_bytes = strtoull(value, NULL, 10);
        else
            cr_assert(!weft_experiment_set(e, word, value, &err), "%s",
                      err.text);
    }
}

static void bound_ask(const struct question *x,
                      struct weft_bound_answer *answer)
{
    struct weft_experiment e = weft_experiment_default(x->problem);
    struct weft_bound_options options = {0};
    struct weft_error err = {0};
    char path[64] = "", text[120];
    snprintf(text, sizeof text, "%s", x->settings);
    cr_assert(!weft_experiment_set(&e, "network", network_of(x->network, path),
                                   &err));
    cr_assert(!weft_experiment_set(&e, "model", x->model, &err));
    if (*x->cost)
        cr_assert(!weft_experiment_set(&e, "cost", x->cost, &err));
    choose(&e, &options, text);
    cr_assert_eq(weft_bound_of(&e, &options, answer, &err), 0, "%s on %s: %s",
                 x->problem, x->network, err.text);
    if (*path)
        unlink(path + 5);
}

/* Return what an argument proves, or 0 if it does not apply. */
static uint64_t proved(const struct weft_bound_answer *answer, const char *by)
{
    for (int i = 0; i < answer->arguments; i++)
        if (!strcmp(answer->argument[i].by, by))
            return answer->argument[i].bound;
    return 0;
}

/* Cases in which no argument may prove more. */
static const struct question highest[] = {
    {"allgather", "ring:3", "one-port", "", "on-conflict=delay", "growth", 3},
    /* a message to several receivers crosses the link to the switch once */
    {"broadcast", "switch:4", "send=3,receive=1,duplex=full", "", "",
     "distance", 1},
    {"multinode", "switch:3", "send=2,receive=2,duplex=half", "", "",
     "work over ports", 3},
    {"stream", "switch:3", "send=2,receive=4,duplex=full", "", "packets=2",
     "port", 2},
    /* a block of a vector is one processor's part of the result */
    {"reduce-scatter", "complete:3", DUPLEX, "", "vector=240 message-blocks=1",
     "growth", 2},
    {"allreduce", "complete:5", DUPLEX, "ts=100,tw=1",
     "vector=1000 message-blocks=1", "work over ports", 1000},
};

Test(bound, is_not_above_valid_runs)
{
    for (size_t i = 0; i < COUNT(highest); i++) {
        const struct question *x = &highest[i];
        struct weft_bound_answer answer;
        bound_ask(x, &answer);
        cr_expect_eq(answer.bound, x->bound, "%s on %s, %s, %s %s: %d, not %d",
                     x->problem, x->network, x->model, x->cost, x->settings,
                     (int)answer.bound, (int)x->bound);
        cr_expect_eq(proved(&answer, x->by), x->bound);
        weft_bound_finish(&answer);
    }
}

Test(bound, arguments)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        const struct question *x = &questions[i];
        struct weft_bound_answer answer;
        bound_ask(x, &answer);
        cr_expect_eq(proved(&answer, x->by), x->bound,
                     "%s on %s, %s, %s %s: %s %d, not %d", x->problem,
                     x->network, x->model, x->cost, x->settings, x->by,
                     (int)proved(&answer, x->by), (int)x->bound);
        cr_expect_geq(answer.bound, x->bound);
        weft_bound_finish(&answer);
    }
}

/* ---- what a question may be compared with -------------------------------- */

static uint64_t bound_of(const struct question *x)
{
    struct weft_bound_answer answer;
    bound_ask(x, &answer);
    weft_bound_finish(&answer);
    return answer.bound;
}

static const char *const all_costs[] = {"", "ts=10,tw=3", "ts=0,tw=1"};
static const char *const all_models[] = {
    "shouting",
    "all-port",
    "one-port",
    DUPLEX,
    "send=2,receive=2,duplex=half",
    "send=all,receive=one,duplex=full",
};

/* Pairs in which the second question is easier; NULL: no change. */
static const struct {
    const char *network[2], *model[2], *settings[2];
} easier[] = {
    {.network = {"slow5", "fast5"}},
    {.network = {"slow5", "wide5"}},
    {.settings = {"message-blocks=1", "message-blocks=2"}},
    {.settings = {"message-blocks=2", "message-blocks=any"}},
    {.settings = {"one-link", ""}},
    {.model = {"one-port", DUPLEX}},
    {.model = {DUPLEX, "send=2,receive=2,duplex=full"}},
    {.model = {"send=2,receive=2,duplex=half", "send=2,receive=2,duplex=full"}},
    {.model = {"send=2,receive=2,duplex=full", "send=3,receive=3,duplex=full"}},
    {.model = {"send=all,receive=one,duplex=half",
               "send=all,receive=all,duplex=half"}},
    {.model = {"send=all,receive=all,duplex=half", "all-port"}},
};

static void expect_easier(const struct question *base, size_t row)
{
    struct question x[2] = {*base, *base};
    for (int i = 0; i < 2; i++) {
        if (easier[row].network[i])
            x[i].network = easier[row].network[i];
        if (easier[row].model[i])
            x[i].model = easier[row].model[i];
        if (easier[row].settings[i])
            x[i].settings = easier[row].settings[i];
    }
    uint64_t harder = bound_of(&x[0]), other = bound_of(&x[1]);
    cr_expect_geq(harder, other, "%s, row %d, %s, %s: %d, then %d",
                  base->problem, (int)row, base->model, base->cost, (int)harder,
                  (int)other);
}

static void expect_falling(const char *problem)
{
    struct question x = {
        .problem = problem, .network = "slow5", .settings = ""};
    for (size_t c = 0; c < COUNT(all_costs); c++)
        for (size_t m = 0; m < COUNT(all_models); m++)
            for (size_t row = 0; row < COUNT(easier); row++) {
                x.model = all_models[m];
                x.cost = all_costs[c];
                if (!easier[row].model[0] || !m)
                    expect_easier(&x, row);
            }
}

Test(bound, falls_where_more_is_allowed)
{
    for (size_t i = 0; weft_problem(i); i++)
        /* runs on mesh:NxN only */
        if (strcmp(weft_problem(i)->name, "matvec") != 0)
            expect_falling(weft_problem(i)->name);
}

/* Permuting the numbers of the processors and the root must not change the
 * bound. */
Test(bound, is_that_of_other_numbers)
{
    static const char *const problems[] = {
        "broadcast", "reduce",    "scatter",        "gather",  "stream",
        "allgather", "allreduce", "reduce-scatter", "barrier", "alltoall"};
    for (size_t i = 0; i < COUNT(problems); i++)
        for (size_t c = 0; c < COUNT(all_costs); c++)
            for (size_t m = 0; m < COUNT(all_models); m++) {
                bool root = !weft_setting_check("root", problems[i], NULL);
                struct question x = {problems[i],
                                     "slow5",
                                     all_models[m],
                                     all_costs[c],
                                     root ? "root=3" : "",
                                     NULL,
                                     0};
                uint64_t bound = bound_of(&x);
                x.network = "turned5";
                x.settings = root ? "root=0" : "";
                cr_expect_eq(bound_of(&x), bound, "%s, %s, %s: %d, not %d",
                             x.problem, x.model, x.cost, (int)bound_of(&x),
                             (int)bound);
            }
}
