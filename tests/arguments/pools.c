/* Values of parameters: files, strings, networks, trees and models; see
 * pools.h. */
#include "pools.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char trace_file[] = "trace.csv", schedule_file[] = "run.sched";
char long_word[5000], wild_word[] = "\xff\xfe\x1b[2J\x80%s%n\t\"'<&\r ..";
const char goal_text[] = "processors 4\nhave all: r\nwant all: all\n";
const char experiment_text[] =
    "<experiment><run problem='broadcast' network='ring:4'><trace "
    "file='a.csv'/>"
    "</run><compare problem='broadcast' model='one-port'>"
    "<range network='ring:4,ring:5'/>"
    "<table file='b.csv'/></compare></experiment>";

static void write_file(const char *name, const char *text, size_t count)
{
    FILE *file = fopen(name, "w");
    if (!file || fwrite(text, 1, count, file) != count || fclose(file))
        abort();
}

static char folder[] = "/tmp/weft-arguments-XXXXXX";

void pools_make_folder(void)
{
    memcpy(strrchr(folder, '-') + 1, "XXXXXX", 6);
    if (!mkdtemp(folder))
        abort();
}

static int remove_it(const char *path, const struct stat *what, int kind,
                     struct FTW *place)
{
    (void)what;
    (void)kind;
    (void)place;
    return remove(path);
}

void pools_remove_folder(void)
{
    if (nftw(folder, remove_it, 16, FTW_DEPTH | FTW_PHYS))
        abort();
}

void pools_open(void)
{
    if (chdir(folder))
        abort();
    memset(long_word, 'a', sizeof long_word - 1);
    const char *trace = "# processors: 4\n# network: hypercube:2\n"
                        "1 0 1 5\n2 0 2 5\n2 1 3 5\n3 3 2 7\n";
    write_file(schedule_file, trace, strlen(trace));
    const char *csv = "start,end,kind,processor,peer,message,bytes,dimension\n"
                      "0,1,send,0,1,1,,\n0,1,receive,1,0,1,,\n";
    write_file(trace_file, csv, strlen(csv));
    write_file("odd0", "", 0);
    write_file("odd1", "\0\0\0\0", 4);
    write_file("odd2", goal_text, strlen(goal_text));
    write_file("odd3", experiment_text, strlen(experiment_text));
}

const char *odd_file(int i)
{
    static const char *const names[] = {"odd0", "odd1", "odd2", "odd3"};
    return names[i];
}

const char *out_file(int i)
{
    static int count;
    char *name = malloc(80);
    snprintf(name, 80, "out-%d%s", count++, i ? ".csv" : "");
    return name;
}

void *room(void)
{
    return calloc(1, 64 << 10);
}

void *wide_room(void)
{
    return calloc(1 << 20, 16);
}

const int *ints(int i)
{
    static const int all[][4] = {
        {1, 2, 3, 4}, {-1, INT_MAX, 0, 0}, {0, 0, 0, 0}, {2, 2, 1, 1}};
    int *made = malloc(sizeof *all);
    memcpy(made, all[i], sizeof *all);
    return made;
}

const char *some_name(size_t index)
{
    return some_names[index < 3 ? index : 3];
}

const char *no_name(size_t index)
{
    (void)index;
    return NULL;
}

const char *const some_names[] = {"one", "", wild_word, NULL};
const char *const no_names[] = {NULL};
static const struct weft_error unlikely = {(enum weft_error_kind)99, -1,
                                           UINT_MAX, ""};
const struct weft_error *const odd_error = &unlikely;

static int refuse(void *arg)
{
    (void)arg;
    return -1;
}

const struct weft_sink empty_sink = {.begin = NULL};
const struct weft_sink refusing_sink = {.end = refuse};

const struct weft_sink *const *sinks(int i)
{
    static const struct weft_sink *const some[] = {&empty_sink};
    static const struct weft_sink *const others[] = {&refusing_sink};
    return i ? others : some;
}

static bool go_on(void *arg, size_t finished)
{
    (void)finished;
    return arg != NULL;
}

const struct weft_watch no_watch = {go_on, long_word}, stop_watch = {go_on, 0};

/* ---- networks, trees --------------------------------------------------- */

static const char *const specs[] = {"hypercube:2", "ring:3",   "line:2",
                                    "tree:4",      "mesh:1x7", "random:8x3",
                                    "switch:4",    "torus:3x4"};

struct weft_network *new_network(int i)
{
    struct weft_network *made = weft_network_create(specs[i], NULL);
    if (!made)
        abort();
    return made;
}

struct weft_network **network_room(int i)
{
    struct weft_network **made = room();
    *made = new_network(i);
    return made;
}

const char **way(int i)
{
    static const char *const ways[] = {NULL, "4,5", "", "x", ",", "-1,1e9"};
    const char **made = room();
    *made = ways[i];
    return made;
}

const struct weft_network *network(int i)
{
    static struct weft_network *kept[sizeof specs / sizeof *specs];
    if (!kept[i])
        kept[i] = new_network(i);
    return kept[i];
}

const struct weft_necklace *necklace(int d)
{
    static struct weft_necklace kept[8];
    if (!kept[d].size && weft_necklace_init(&kept[d], d))
        abort();
    return &kept[d];
}

const struct weft_forest *forest(int n)
{
    static struct weft_forest kept[10];
    if (!kept[n].size && weft_forest_init(&kept[n], n, 3, NULL))
        abort();
    return &kept[n];
}

const struct weft_doubling *doubling(int i)
{
    static const struct weft_doubling all[] = {
        {1, {8}, 0, false},    {1, {7}, 6, true},
        {0, {0}, 0, false},    {1, {INT_MAX}, 0, false},
        {2, {3, 5}, 14, true}, {1, {8}, INT_MAX, false},
        {1, {8}, -1, true},
    };
    return &all[i];
}

/* ---- models, costs ------------------------------------------------------ */

const struct weft_model *model(int i)
{
    static struct weft_model all[6];
    weft_model_parse("one-port", &all[0], NULL);
    weft_model_parse("send=2,receive=all,duplex=full", &all[1], NULL);
    all[2] = (struct weft_model){.send_ports = INT_MIN, .receive_ports = -1};
    all[3] = (struct weft_model){.sends = (enum weft_sends)99,
                                 .receives = (enum weft_receives)99,
                                 .duplex = (enum weft_duplex)99};
    all[4] = (struct weft_model){.send_ports = INT_MAX};
    weft_model_parse("shouting", &all[5], NULL);
    return &all[i];
}

const struct weft_cost *cost(int i)
{
    static const struct weft_cost all[] = {
        {.ts = 1},
        {.ts = 0},
        {.ts = UINT64_MAX, .tw = UINT64_MAX, .th = UINT64_MAX},
        {.loggp = true, .latency = 1, .overhead = 1, .gap = 1, .per_byte = 1},
        {.loggp = true,
         .latency = UINT64_MAX,
         .overhead = UINT64_MAX,
         .gap = UINT64_MAX,
         .per_byte = UINT64_MAX},
        {.loggp = true},
    };
    return &all[i];
}

const struct weft_use *use(int i)
{
    static const struct weft_use all[] = {
        {WEFT_USE_SEND, 1, 1},
        {WEFT_USE_RECEIVE, 1, 1},
        {WEFT_USE_COMPUTE, -1, -1},
        {(enum weft_use_kind)99, INT_MIN, INT_MAX},
        {WEFT_USE_SEND, INT_MAX, INT_MIN},
    };
    return &all[i];
}

const struct weft_conflict *conflict(int i)
{
    static struct weft_conflict all[4];
    all[0].rule = &weft_rule_arc;
    all[1] =
        (struct weft_conflict){UINT64_MAX, INT_MAX, &weft_rule_holds, *use(3),
                               *use(4),    INT_MIN, INT_MAX,          -1};
    all[2] = (struct weft_conflict){.rank = -1, .rule = &weft_rule_lanes};
    all[3] = (struct weft_conflict){
        .rule = &weft_rule_neighbour, .first = *use(1), .second = *use(2)};
    return &all[i];
}

const struct weft_bound *bound(int i)
{
    static const struct weft_bound all[] = {
        {"p - 1", 3, ""}, {"", UINT64_MAX, "x"}, {"x", 0, "\xff\n%s"}};
    return &all[i];
}

const struct weft_bound_answer *answer(int i)
{
    static const struct weft_bound_answer all[] = {
        {.bound = 0}, {.bound = UINT64_MAX, .author = 1, .author_by = "x"}};
    return &all[i];
}

/* ---- goals --------------------------------------------------------------- */

struct weft_goal *new_goal(void)
{
    struct weft_goal *made =
        weft_goal_make("allgather", 4, (struct weft_goal_values){0}, NULL);
    if (!made)
        abort();
    return made;
}

const struct weft_goal *goal(int i)
{
    static const struct {
        const char *name;
        int processors;
    } all[] = {{"allgather", 4}, {"allreduce", 4}, {"scatter", 2},
               {"scan", 1000},   {"alltoall", 3},  {"barrier", 1}};
    if (i == sizeof all / sizeof *all)
        return weft_goal_parse(goal_text, strlen(goal_text), 0, NULL);
    const struct weft_goal *made = weft_goal_make(
        all[i].name, all[i].processors, (struct weft_goal_values){0}, NULL);
    return made ? made : new_goal();
}

struct weft_goal_values values_of_goal(int i)
{
    static const struct weft_goal_values all[] = {
        {0, 0, 0},
        {2, 8, 1},
        {-1, -1, -1},
        {0, 0, 100},
        {INT64_MAX, INT64_MAX, INT64_MAX},
        {INT64_MIN, INT64_MIN, INT64_MIN}};
    return all[i];
}

/* ---- transports that carry nothing ---- */

static int send_nothing(struct weft_transport *self, int to, void *data,
                        size_t bytes, struct weft_error *err)
{
    (void)self;
    (void)to;
    (void)bytes;
    free(data);
    return weft_error_set(err, WEFT_ERROR_SYSTEM, 0, "nobody is there");
}

static int take_nothing(struct weft_transport *self, bool wait,
                        struct weft_arrival *in, struct weft_error *err)
{
    (void)self;
    (void)wait;
    in->from = -1;
    return weft_error_set(err, WEFT_ERROR_SYSTEM, 0, "nobody is there");
}

static void close_nothing(struct weft_transport *self, bool together,
                          int status)
{
    (void)self;
    (void)together;
    (void)status;
}

struct weft_transport *transport(int i)
{
    static const struct {
        unsigned version;
        int rank, size;
    } all[] = {{WEFT_TRANSPORT, 0, 2},
               {0, 0, 2},
               {WEFT_TRANSPORT, 7, 2},
               {WEFT_TRANSPORT, -1, 0}};
    struct weft_transport *made = room();
    *made = (struct weft_transport){.version = all[i].version,
                                    .name = "none",
                                    .rank = all[i].rank,
                                    .size = all[i].size,
                                    .send = send_nothing,
                                    .take = take_nothing,
                                    .close = close_nothing};
    return made;
}

/* ---- plug-ins ------------------------------------------------------------ */

static int does_nothing(struct weft_processor *self, struct weft_work *work)
{
    (void)self;
    (void)work;
    return 0;
}

const struct weft_own_strategy *given_strategy(int i)
{
    static struct weft_own_strategy all[] = {
        {.problem = "multinode", .name = "odd-one", .function = does_nothing},
        {.problem = NULL},
        {.problem = "x", .name = "", .function = NULL},
        {.problem = "multinode", .name = long_word, .function = does_nothing},
    };
    return &all[i];
}

const struct weft_own_problem *given_problem(int i)
{
    static struct weft_own_problem all[] = {
        {.name = "odd-two", .goal = goal_text},
        {.name = NULL},
        {.name = "", .goal = wild_word},
        {.name = long_word, .goal = goal_text},
    };
    return &all[i];
}

static int wires_nothing(struct weft_wiring *wiring, const int number[],
                         int count)
{
    (void)wiring;
    (void)number;
    (void)count;
    return 0;
}

const struct weft_own_network *given_network(int i)
{
    static struct weft_own_network all[] = {
        {.name = "odd-three", .function = wires_nothing},
        {.name = NULL},
        {.name = "", .numbers = INT_MAX, .function = wires_nothing},
        {.name = long_word, .numbers = -1, .function = wires_nothing},
    };
    return &all[i];
}
