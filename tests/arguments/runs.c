/* Values of parameters: traces, figures, runs, comparisons and sinks; see
 * pools.h. */
#include "pools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- traces ---------------------------------------------------------------
 */

static const struct weft_parameter said[] = {{"network", "hypercube:2"},
                                             {"model", "all-port"},
                                             {"problem", "multinode"}};
static const struct weft_parameter wild[] = {{"network", wild_word},
                                             {"model", long_word},
                                             {"problem", "\xff"},
                                             {"", ""}};

struct weft_items *items(void)
{
    struct weft_items *made = weft_items_create();
    if (!made || !weft_items_add(made, "0-1"))
        abort();
    return made;
}

const struct weft_trace_info *info(int i)
{
    static struct weft_trace_info all[4];
    struct weft_items *table = items();
    all[0] = (struct weft_trace_info){4,    1000, 1,    COUNT(said),
                                      said, NULL, NULL, table};
    all[1] = (struct weft_trace_info){.processors = 0};
    all[2] = (struct weft_trace_info){
        1000000, UINT64_MAX, UINT64_MAX, COUNT(wild), wild, NULL, NULL, table};
    all[3] = (struct weft_trace_info){.processors = 4};
    return &all[i];
}

static struct weft_event transfer(enum weft_event_kind kind, int rank, int peer,
                                  int message, uint64_t start,
                                  uint64_t duration)
{
    return (struct weft_event){.start = start,
                               .duration = duration,
                               .since = start,
                               .rank = rank,
                               .peer = peer,
                               .message = message,
                               .bytes = 8,
                               .dimension = -1,
                               .kind = (uint8_t)kind};
}

const struct weft_event *event(int i)
{
    static struct weft_event all[5];
    all[0] = transfer(WEFT_SEND, 0, 1, 1, 0, 1);
    all[1] = all[0];
    all[1].items = 1;
    all[2] = all[0];
    all[2].items = UINT32_MAX;
    all[3] =
        transfer((enum weft_event_kind)255, INT_MAX, INT_MIN, INT_MAX, 0, 0);
    all[4] = all[0];
    all[4].items = 2;
    return &all[i];
}

struct weft_event *events_odd(void)
{
    struct weft_event *made = room();
    made[0] = transfer(WEFT_SEND, INT_MAX, 1, 1, UINT64_MAX, UINT64_MAX);
    made[1] = transfer(WEFT_SEND, INT_MIN, 1, 1, 0, UINT64_MAX);
    made[2] = transfer(WEFT_SEND, 0, 1, 1, (uint64_t)1 << 63, 0);
    return made;
}

/* Return trace i: a usual one, or one with the largest numbers, no events, no
 * steps, only marks, or a single processor. */
const struct weft_trace *trace(int i)
{
    static const struct {
        int processors, message;
        uint64_t step, unit, start, last;
        bool transfers;
    } all[] = {
        {4, 1, 1, 1000, 0, 2, true},
        {2, INT_MAX, 1, 1000, 0, 1, true},
        {0, 0, 0, 0, 0, 0, false},
        {4, -1, 0, 0, 7, 9, true},
        {1000, 5, 1, 0, 0, 3, true},
        {4, 0, 1, 1, 0, 0, false},
        {8, INT_MAX, (uint64_t)1 << 61, UINT64_MAX, 0, (uint64_t)1 << 61, true},
        {1, 3, 1, 0, 5, 6, false},
    };
    struct weft_trace *made = room();
    made->info = (struct weft_trace_info){.processors = all[i].processors,
                                          .unit_ns = all[i].unit,
                                          .step = all[i].step,
                                          .parameters = i == 1 ? COUNT(wild)
                                                        : i    ? 0
                                                               : COUNT(said),
                                          .parameter = i == 1 ? wild : said};
    struct weft_event *to = made->events = room();
    if (all[i].transfers) {
        int last = all[i].processors - 1;
        uint64_t took = all[i].last - all[i].start;
        *to++ =
            transfer(WEFT_SEND, 0, last, all[i].message, all[i].start, took);
        *to++ =
            transfer(WEFT_RECEIVE, last, 0, all[i].message, all[i].start, took);
        *to++ = transfer(WEFT_STORE, last, -1, all[i].message, all[i].last, 0);
    } else if (all[i].processors) {
        *to++ = transfer(WEFT_MARK, 0, -1, INT_MAX, all[i].start, 0);
    }
    made->count = (size_t)(to - made->events);
    made->capacity = made->count;
    return made;
}

/* ---- figures ----------------------------------------------------------- */

static const double odd_x[] = {-1, 0, 0, 1e308},
                    odd_y[] = {NAN, INFINITY, -1, 1e-300};

static struct weft_plot *plot(int i)
{
    struct weft_plot *made = room();
    struct weft_series *series = room();
    *made = (struct weft_plot){.x_name = i % 2 ? "processors" : "",
                               .y_name = i % 2 ? "steps" : wild_word,
                               .logarithmic = i & 2,
                               .count = i & 4 ? 0 : 2,
                               .x_bytes = i % 3 == 1,
                               .series = series};
    series[0] = (struct weft_series){"a", i % 5, odd_x, odd_y, i & 1, NULL};
    series[1] = (struct weft_series){wild_word, 0, NULL, NULL, false, NULL};
    return made;
}

static struct weft_tree *tree(int i)
{
    struct weft_tree *made = room();
    int failed = i % 4 == 0   ? weft_tree_binomial(made, 3, 0, 0)
                 : i % 4 == 1 ? weft_tree_init(made, 1, 0)
                 : i % 4 == 2 ? weft_tree_init(made, 9, 3)
                              : weft_tree_binomial(made, 7, 5, 2);
    if (failed)
        abort();
    return made;
}

static const struct weft_window windows[] = {
    {.processor = 0},
    {.processor = -1, .processors = -1},
    {.processor = INT_MAX, .processors = INT_MAX},
    {.step = UINT64_MAX, .steps = UINT64_MAX},
    {.processor = 1, .processors = INT_MAX, .step = 1, .steps = UINT64_MAX},
    {.processor = 1, .processors = 2, .step = 2, .steps = 1000000},
};

/* Return figure i: the kinds in turn, then an unknown kind. */
const struct weft_figure *figure(int i)
{
    struct weft_figure *made = room();
    struct weft_panel *panel = room();
    size_t kinds = 0;
    while (weft_figure_kind(kinds))
        kinds++;
    size_t kind = (size_t)i % (kinds + 1);
    int how = i / (int)(kinds + 1);
    *made =
        (struct weft_figure){.kind = kind < kinds ? weft_figure_kind(kind)->name
                                     : how & 1    ? ""
                                                  : long_word,
                             .title = how % 3 ? NULL : wild_word,
                             .panels = how == 7 ? 0 : 1 + (size_t)how % 2,
                             .panel = panel};
    for (int k = 0; k < 2; k++)
        panel[k] = (struct weft_panel){
            .caption = how % 4 ? NULL : wild_word,
            .trace = how % 9 == 8 ? NULL : trace((how + k) % 8),
            .network = how % 5 == 4 ? NULL : network(how % 8),
            .tree = how % 3 == 1 ? NULL : tree(how),
            .plot = how % 6 == 5 ? NULL : plot(how),
            .window = windows[(size_t)how % COUNT(windows)],
            .label =
                how % 7 == 6 ? (enum weft_label)99 : (enum weft_label)(how % 5),
            .one_message = how & 2,
            .message = how & 4   ? INT_MAX
                       : how & 8 ? -1
                                 : 1,
            .tour = how & 1,
            .columns = how & 2,
            .labels = how & 4,
            .path = how & 8,
            .print = how & 1,
            .amount =
                how == 11 ? (enum weft_amount)99 : (enum weft_amount)(how % 3)};
    return made;
}

/* ---- runs ----------------------------------------------------------------
 */

static int returns(struct weft_processor *self, void *arg)
{
    (void)self;
    (void)arg;
    return 0;
}

static int refused(void *arg, const struct weft_trace_info *about)
{
    (void)arg;
    (void)about;
    return 99;
}

const struct weft_machine *machine(int i)
{
    static const struct weft_sink refuses = {.begin = refused};
    struct weft_machine *m = room();
    *m = (struct weft_machine){.network = network(0),
                               .model = *model(0),
                               .program = returns,
                               .engine = "fibers",
                               .max_steps = 1000};
    switch (i) {
    case 1:
        m->network = NULL;
        break;
    case 2:
        m->program = NULL;
        break;
    case 3:
        m->on_conflict = (enum weft_on_conflict)99;
        break;
    case 4:
        m->model = *model(2);
        break;
    case 5:
        m->model = *model(3);
        break;
    case 6:
        m->model = *model(4);
        break;
    case 7:
        m->cost = *cost(2);
        break;
    case 8:
        m->cost = *cost(4);
        break;
    case 9:
        m->bytes = SIZE_MAX;
        break;
    case 10:
        m->bytes = (size_t)1 << 32;
        break;
    case 11:
        m->engine = "";
        break;
    case 12:
        m->engine = long_word;
        break;
    case 13:
        m->window = UINT64_MAX;
        break;
    case 14:
        m->workers = -1;
        break;
    case 15:
        m->workers = INT_MAX;
        break;
    case 16:
        m->workers = INT_MIN;
        break;
    case 17:
        m->stack = 1;
        break;
    case 18:
        m->stack = SIZE_MAX;
        break;
    case 19:
#ifndef WEFT_SANITIZED /* sanitizers touch the whole stack */
        m->stack = (size_t)1 << 40;
#endif
        break;
    case 20:
        m->max_steps = UINT64_MAX;
        break;
    case 21:
        m->sink = &refusing_sink;
        break;
    case 22:
        m->sink = &refuses;
        break;
    case 23:
        m->sink = &empty_sink;
        m->info = info(2);
        break;
    case 24:
        m->engine = "threads";
        break;
    case 25:
        m->engine = "threads";
        m->stack = SIZE_MAX;
        break;
    case 26:
        m->engine = "threads";
        m->workers = -1;
        break;
    case 27:
        m->cost = *cost(1);
        break;
    case 28:
        m->cost = *cost(3);
        break;
    case 29:
        m->network = network(3);
        break;
    case 30:
        m->model = (struct weft_model){.send_ports = 0};
        break;
    default:
        break;
    }
    return m;
}

struct weft_experiment *experiment(int i)
{
    static const struct {
        const char *problem, *setting, *text;
        int64_t number;
    } all[] = {
        {"broadcast", "network", "hypercube:2", 0},
        {NULL, "network", "hypercube:2", 0},
        {"", "network", "hypercube:2", 0},
        {"x", "network", "hypercube:2", 0},
        {"broadcast", "network", "", 0},
        {"broadcast", "network", "x", 0},
        {"broadcast", "x", "x", 0},
        {"broadcast", "root", NULL, INT64_MAX},
        {"broadcast", "root", NULL, INT64_MIN},
        {"broadcast", "root", "wild", 0},
        {"broadcast", "bytes", NULL, INT64_MAX},
        {"stream", "packets", NULL, -1},
        {"broadcast", "model", NULL, 99},
        {"allgather", "strategy", NULL, 99},
    };
    struct weft_experiment *made = room();
    *made = weft_experiment_default(all[i].problem);
    made->choice[0] =
        (struct weft_choice){all[i].setting, all[i].text, all[i].number};
    made->choice[1] = (struct weft_choice){"limit-steps", "100", 100};
    made->choices = 2;
    return made;
}

const struct weft_result *result(int i)
{
    struct weft_result *made = room();
    snprintf(made->strategy, sizeof made->strategy, "x");
    if (i) {
        made->ratio = NAN;
        made->busy_share = INFINITY;
        made->bounds = made->measures = 1;
        made->steps = made->makespan = made->bytes = UINT64_MAX;
        made->processors = INT_MAX;
        made->valid = made->ended = true;
    }
    return made;
}

const struct weft_check_options *check_options(int i)
{
    struct weft_check_options *o = room();
    *o = (struct weft_check_options){.root = -1};
    switch (i) {
    case 1:
        o->problem = "";
        break;
    case 2:
        o->problem = wild_word;
        break;
    case 3:
        o->problem = "broadcast";
        o->root = INT_MAX;
        break;
    case 4:
        o->problem = "broadcast";
        o->root = INT_MIN;
        break;
    case 5:
        o->order = (enum weft_order)99;
        o->order_set = true;
        o->problem = "successive";
        break;
    case 6:
        o->causality = (enum weft_causality)99;
        break;
    case 7:
        o->goal = goal(3);
        o->problem = "broadcast";
        break;
    case 8:
        o->model = model(3);
        o->network = network(1);
        break;
    default:
        break;
    }
    return o;
}

const struct weft_bound_options *bound_options(int i)
{
    struct weft_bound_options *o = room();
    *o = (struct weft_bound_options){.one_link = i == 1};
    if (i == 1)
        o->message_bytes = UINT64_MAX;
    if (i == 2)
        o->cuts = (enum weft_bound_cuts)99;
    return o;
}

const struct weft_bandwidth_options *bandwidth_options(int i)
{
    static const char *const problems[] = {"allgather", "reduce", "allreduce",
                                           "stream",    NULL,     "alltoall"};
    struct weft_bandwidth_options *o = room();
    *o = (struct weft_bandwidth_options){.problem = problems[i % 6],
                                         .network = network(i % 4)};
    if (i == 1)
        o->root = INT_MAX;
    if (i == 3)
        o->root = INT_MIN;
    if (i == 6)
        o->chunks = INT64_MAX;
    if (i == 7)
        o->rounds = INT64_MIN;
    return o;
}

const struct weft_optimum_options *optimum_options(int i)
{
    struct weft_optimum_options *o = room();
    *o = (struct weft_optimum_options){.experiment = experiment(0), .limit = 5};
    switch (i) {
    case 1:
        o->from = -1;
        break;
    case 2:
        o->from = 5;
        o->to = 2;
        break;
    case 3:
        o->from = INT_MAX;
        o->to = INT_MAX;
        break;
    case 4:
        o->to = INT_MIN;
        break;
    case 5:
        o->limit = -1;
        break;
    case 6:
        o->limit = NAN;
        break;
    case 7:
        o->limit = INFINITY;
        break;
    case 8:
        o->jobs = -1;
        break;
    case 9:
        o->jobs = INT_MAX;
        break;
    case 10:
        o->goal = goal(3);
        break;
    case 11:
        o->blocks = -1;
        break;
    case 12:
        o->blocks = INT_MAX;
        break;
    case 13:
        o->proof = "/nowhere/x";
        break;
    case 14:
        o->experiment = experiment(3);
        break;
    case 15:
        o->experiment = experiment(5);
        break;
    default:
        break;
    }
    return o;
}

/* ---- experiment files, comparisons ------------------------------------- */

const struct weft_setting *setting(int i)
{
    static const char *const names[] = {"network", "model",      "strategy",
                                        "root",    "bytes",      "sources",
                                        "cost",    "on-conflict"};
    for (size_t k = 0; weft_setting(k); k++)
        if (!strcmp(weft_setting(k)->name, names[i]))
            return weft_setting(k);
    return weft_setting(0);
}

struct weft_values *values(int i)
{
    struct weft_values *made = room();
    if (i && weft_values_append(made, "x", NULL))
        abort();
    return made;
}

struct weft_experiment_file *experiment_file(void)
{
    struct weft_experiment_file *made = weft_experiment_file_parse(
        experiment_text, strlen(experiment_text), NULL, NULL);
    if (!made)
        abort();
    return made;
}

const struct weft_item *item(int i)
{
    return &experiment_file()->item[i];
}

/* Return comparison i: 0 zeroed, 1 with unusual words, 2 not yet planned, 3
 * planned, 4 run, 5 with an added row, 6 stopped. */
struct weft_comparison *comparison(int i)
{
    struct weft_comparison *made = room();
    if (i == 1) {
        made->problem[0] = "x";
        made->problems = 1;
        made->jobs = INT_MIN;
        return made;
    }
    if (i == 2) {
        made->problem[0] = "broadcast";
        made->problems = 1;
        made->axes = 1;
        made->axis[0].setting = setting(0);
        return made;
    }
    if (!i || weft_comparison_from_item(made, item(1), NULL))
        return made;
    made->jobs = i == 6 ? -1 : 1;
    if (weft_comparison_plan(made, NULL))
        abort();
    if (i >= 4 && weft_comparison_run(made, NULL, NULL) && i == 4)
        abort();
    if (i == 5 && weft_comparison_add(made, 0, result(1), NULL))
        abort();
    return made;
}

const struct weft_trial *trial(int i)
{
    const struct weft_comparison *done = comparison(5);
    return i ? done->added : done->row[0];
}

const struct weft_compared_axis *axis_of(int i)
{
    return &comparison(i)->axis[0];
}

/* ---- sinks ----------------------------------------------------------------
 */

/* How far a sink has been driven. */
enum stage { MADE, BEGUN, FED, ENDED, STAGES };

/* Drive the sink to stage i % STAGES with trace i / STAGES. */
static void feed(const struct weft_sink *sink, int i)
{
    static const int traces[] = {0, 1, 6};
    const struct weft_trace *t = trace(traces[i / STAGES]);
    enum stage stage = (enum stage)(i % STAGES);
    if (!sink || stage < BEGUN ||
        (sink->begin && sink->begin(sink->arg, &t->info)))
        return;
    if (stage < FED || !sink->events ||
        sink->events(sink->arg, t->events, t->count) || stage < ENDED)
        return;
    if (sink->end)
        sink->end(sink->arg);
}

struct weft_stats *stats(int i)
{
    struct weft_stats *made = weft_stats_create(i % 2 ? network(1) : NULL);
    feed(weft_stats_sink(made), i);
    return made;
}

struct weft_replay *replay(int i)
{
    struct weft_replay *made =
        weft_replay_create(network(0), (enum weft_sharing)(1 + i % 2), NULL);
    feed(weft_replay_sink(made), i);
    return made;
}

struct weft_check *checker(int i)
{
    struct weft_check_options options = {.root = -1, .from_trace = true};
    struct weft_check *made = weft_check_create(&options, NULL);
    feed(weft_check_sink(made), i);
    return made;
}

struct weft_page *page(int i)
{
    struct weft_page *made = weft_page_create(NULL);
    feed(weft_page_add(made, "x"), i);
    return made;
}

struct weft_writer *writer(int i)
{
    static const char *const formats[] = {"csv", "picl", "chrome", "paje"};
    char name[120];
    snprintf(name, sizeof name, "%s:%s", formats[i % 4], out_file(0));
    struct weft_writer *made = weft_writer_open(name, NULL);
    if (!made)
        abort();
    feed(weft_writer_sink(made), i);
    return made;
}
