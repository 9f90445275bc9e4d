/* No valid run takes less time than the bound of its question, nor than its own
 * bound: random strategies of all problems on networks of all kinds, with
 * switches, lanes, one-way links and different speeds, under every kind of
 * model, with several costs. With "every", every strategy of a random question
 * is run: all must have the same bound, and the best may attain it.
 * usage: underbid [SEED [RUNS [every]]] */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <weft/bound.h>
#include <weft/problem.h>

#include "../settings.h"
#include "fewer.h"

/* Networks; a text of several lines is a network file: processors and switches
 * in a row, links of all speeds. */
static const char *const networks[] = {
    "hypercube:1",
    "hypercube:2",
    "hypercube:3",
    "hypercube:4",
    "ring:3",
    "ring:5",
    "ring:8",
    "line:3",
    "line:4",
    "mesh:2x4",
    "mesh:3x3",
    "torus:3x3",
    "torus:4x4",
    "tree:4",
    "tree:8",
    "star:5",
    "star:8",
    "complete:2",
    "complete:3",
    "complete:5",
    "complete:8",
    "complete:9",
    "complete:16",
    "hyperx:3x3",
    "switch:4",
    "switch:6",
    "fat-tree:2x2",
    "fat-tree:2x3",
    "dragonfly:2x1x1",
    "dragonfly:2x1x2",
    "random:8x3",
    "petersen",
    "debruijn:2x3",
    "ccc:3",
    "a s1\ns1 s2\ns2 s3\ns3 b\nswitch s1 s2 s3\n",
    "0 1\n1 s\ns 2\ns 3\n3 0\nswitch s\n",
    "0 1 x2\n1 2 x3\n2 3\n3 0 x2\n",
    "host a b\na b 0 12\n",
    "host a b c\na b 3 4\nb c 5 2\n",
    "host a b c d\na b 0 0.25\nb c 7 3\nc d 1 12\nd a 2 0.7\na c 0 1\n",
    "host a b c\na > b\nb > c\nc > a\n",
    "host a b c d\na > b 1 2\nb > c\nc > d 0 3\nd > a\nb d 4 1 x2\n",
    "switch s\nhost a b c d e f g h\ns a 5 4\ns b 5 4\ns c 5 4\ns d 5 4\n"
    "s e 5 4\ns f 5 4\ns g 5 4\ns h 5 4\n",
    "switch s t\nhost a b c d\na s 0 12\nb s 0 12\nc t 0 12\nd t 0 12\n"
    "s t 2 1\na c 0 1\n",
    "host a b c d e f\na b\nb c\na c\nd e\ne f\nd f\na d\n",
};

static const char *const models[] = {
    "shouting",
    "all-port",
    "one-port",
    "one-port-duplex",
    "send=same,receive=all,duplex=half",
    "send=same,receive=one,duplex=full",
    "send=all,receive=one,duplex=full",
    "send=all,receive=all,duplex=half",
    "send=one,receive=all,duplex=full",
    "send=2,receive=2,duplex=full",
    "send=2,receive=2,duplex=half",
    "send=2,receive=1,duplex=half",
    "send=3,receive=2,duplex=full",
};

static const char *const costs[] = {
    NULL,        NULL,
    NULL,        "ts=7,tw=2",
    "ts=0,tw=1", "ts=5,tw=1,th=3",
    "ts=100",    "loggp:L=10,o=2,g=4,G=1",
};

static const char *const sizes[] = {"16", "24", "44", "80", "800"};

static const char *const packets[] = {"1", "2", "3", "4", "8", "9", "16"};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static uint64_t state;

/* Return a random number from 0 to count - 1 (Vigna's splitmix64). */
static size_t draw(size_t count)
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (size_t)((z ^ (z >> 31)) % count);
}

/* Return a file of random links: each pair of vertices may be linked, with or
 * without latency and bandwidth, one-way or with several lanes. A ring connects
 * all. */
static const char *draw_network(char text[4000])
{
    static const char *const costs_of[] = {"",       "",        " 0 12", " 3 4",
                                           " 1 0.3", " 7 0.25", " 0 1"};
    int hosts = 2 + (int)draw(5), switches = (int)draw(3), length;
    int vertices = hosts + switches;
    length = snprintf(text, 4000, "host");
    for (int v = 0; v < hosts; v++)
        length += snprintf(text + length, 4000 - (size_t)length, " v%d", v);
    length += snprintf(text + length, 4000 - (size_t)length,
                       switches ? "\nswitch" : "");
    for (int v = hosts; v < vertices; v++)
        length += snprintf(text + length, 4000 - (size_t)length, " v%d", v);
    length += snprintf(text + length, 4000 - (size_t)length, "\n");
    for (int u = 0; u < vertices; u++)
        for (int v = u + 1; v < vertices; v++) {
            bool ring = v == u + 1 || (!u && v == vertices - 1);
            const char *cost = costs_of[draw(COUNT(costs_of))];
            if (ring || !draw(3))
                length += snprintf(text + length, 4000 - (size_t)length,
                                   "v%d%s v%d%s%s\n", u,
                                   !ring && !draw(3) ? " >" : "", v, cost,
                                   draw(4) ? "" : " x2");
        }
    return text;
}

static bool has(const char *problem, const char *setting)
{
    return weft_setting_check(setting, problem, NULL) == 0;
}

/* Print the settings of an experiment, so that it can be repeated. */
static void print_experiment(const struct weft_experiment *e)
{
    printf("%s", e->problem);
    for (size_t i = 0; i < e->choices; i++)
        printf(" --%s=%s", e->choice[i].setting,
               e->choice[i].text ? e->choice[i].text : "?");
}

/* Check a run against the bound of its question for messages of at most `bytes`
 * bytes; 0: any length. Return 1 if the run takes less. */
static int check(const struct weft_experiment *e, const struct weft_result *r,
                 const char *blocks, uint64_t bytes, uint64_t *bound)
{
    struct weft_experiment asked = *e;
    const struct weft_bound_options options = {.message_bytes = bytes};
    struct weft_bound_answer answer;
    struct weft_error err = {0};
    int below = 1;
    set(&asked, "message-blocks", blocks);
    *bound = 0;
    if (weft_bound_of(&asked, &options, &answer, &err)) {
        printf("no bound: %s: ", err.text);
        print_experiment(e);
        printf("\n");
    } else {
        *bound = answer.bound;
        below = answer.bound > r->makespan;
        if (below) {
            printf("%" PRIu64 " is below %" PRIu64 " (%s: %s; blocks %s, "
                   "bytes %" PRIu64 "): ",
                   r->makespan, answer.bound, answer.by,
                   answer.argument[0].text, blocks ? blocks : "-", bytes);
            print_experiment(e);
            printf("\n");
        }
    }
    weft_bound_finish(&answer);
    return below;
}

static int runs, met, bounded;

/* A question: its bound, and the least time of its runs; 0 before the first
 * run. */
struct asked {
    uint64_t bound, least;
};

static int check_asked(struct asked *asked, uint64_t bound, uint64_t time,
                       const struct weft_experiment *e)
{
    bool other = asked->least && asked->bound != bound;
    if (other) {
        printf("bounds %" PRIu64 " and %" PRIu64 ": ", asked->bound, bound);
        print_experiment(e);
        printf("\n");
    }
    asked->bound = bound;
    if (!asked->least || time < asked->least)
        asked->least = time;
    return other;
}

static int check_run(const struct weft_experiment *e, uint64_t bytes,
                     struct asked *asked)
{
    struct weft_result r;
    struct weft_error err = {0};
    uint64_t any = 0, own = 0, one;
    int below = 0;
    if (!weft_run(e, NULL, 0, &r, &err) && r.valid) {
        runs++;
        below = check(e, &r, "any", 0, &any);
        if (r.outcome.longest)
            below += check(e, &r, NULL, r.outcome.longest, &own);
        if (r.outcome.longest && r.outcome.longest <= bytes &&
            !has(e->problem, "vector"))
            below += check(e, &r, "1", 0, &one);
        below += check_asked(asked, any, r.makespan, e);
        if (!below && r.outcome.longest && own < any) {
            printf("own bound %" PRIu64 " below %" PRIu64 ": ", own, any);
            print_experiment(e);
            printf("\n");
            below = 1;
        }
    }
    weft_result_finish(&r);
    return below;
}

/* Return the specification of a network. A text of several lines is written to
 * the file `path`. */
static const char *name_of(const char *network, char *path, char name[80])
{
    if (!strchr(network, '\n'))
        return network;
    int file = mkstemp(path);
    ssize_t length = (ssize_t)strlen(network);
    if (file < 0 || write(file, network, (size_t)length) != length ||
        close(file))
        abort();
    snprintf(name, 80, "file:%s", path);
    return name;
}

static void draw_settings(struct weft_experiment *e, const char *size)
{
    set(e, "model", models[draw(COUNT(models))]);
    set(e, "cost", costs[draw(COUNT(costs))]);
    if (has(e->problem, "vector"))
        set(e, "vector", size);
    else
        set(e, "bytes", size);
    if (has(e->problem, "packets") && strcmp(e->problem, "reduce") && draw(2))
        set(e, "packets", draw(2) ? "3" : "8");
    if (!strcmp(e->problem, "stream")) /* strategies have different defaults */
        set(e, "packets", packets[draw(COUNT(packets))]);
    if (has(e->problem, "root") && draw(2))
        set(e, "root", "1");
    if (!strcmp(e->problem, "simultaneous"))
        set(e, "sources", draw(2) ? "all" : "0,1,1");
    if (!draw(3))
        set(e, "on-conflict", "delay");
}

static int check_drawn(bool every)
{
    const struct weft_problem_info *problem;
    struct asked asked = {0};
    size_t problems = 0, strategies = 0;
    while (weft_problem(problems))
        problems++;
    problem = weft_problem(draw(problems));
    while (weft_strategy(problem->name, strategies))
        strategies++;
    struct weft_experiment e = experiment_of(problem->name);
    char path[] = "/tmp/weft-underbid-XXXXXX", name[80];
    char text[4000];
    const char *network =
        draw(3) ? networks[draw(COUNT(networks))] : draw_network(text);
    const char *size = sizes[draw(COUNT(sizes))];
    const char *spec = name_of(network, path, name);
    int below = 0;
    set(&e, "network", spec);
    draw_settings(&e, size);
    for (size_t first = draw(strategies), i = 0; i < strategies; i++)
        if (every || i == first) {
            set(&e, "strategy", weft_strategy(problem->name, i)->name);
            below += check_run(&e, (uint64_t)atoll(size), &asked);
        }
    bounded += asked.bound > 0;
    met += asked.bound && asked.bound == asked.least;
    if (spec != network)
        unlink(path);
    return below;
}

int main(int argc, char **argv)
{
    int below = 0, count = argc > 2 ? atoi(argv[2]) : 3000;
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    count = FEWER(count, count / 4);
    while (runs < count)
        below += check_drawn(argc > 3 && !strcmp(argv[3], "every"));
    printf("%d valid runs, %d below a bound or with two; of %d questions the "
           "best meets the bound of %d\n",
           runs, below, bounded, met);
    return below != 0;
}
