/* Values of parameters that are not plain numbers or strings: usual and unusual
 * objects in every state. Each call creates new ones, which are never freed. */
#ifndef WEFT_TESTS_ARGUMENTS_POOLS_H
#define WEFT_TESTS_ARGUMENTS_POOLS_H

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <weft/unstable/bandwidth.h>
#include <weft/unstable/cluster.h>
#include <weft/unstable/collective.h>
#include <weft/unstable/compare.h>
#include <weft/unstable/details.h>
#include <weft/unstable/experiment.h>
#include <weft/unstable/figure.h>
#include <weft/unstable/gallery.h>
#include <weft/unstable/msccl.h>
#include <weft/unstable/mscclpp.h>
#include <weft/unstable/nccl.h>
#include <weft/unstable/optimum.h>
#include <weft/unstable/page.h>
#include <weft/unstable/replay.h>
#include <weft/unstable/sized.h>
#include <weft/unstable/stats.h>
#include <weft/unstable/stepwise.h>
#include <weft/unstable/topology.h>
#include <weft/unstable/tree.h>
#include <weft/unstable/waitgraph.h>
#include <weft/unstable/ways.h>
#include <weft/weft.h>

#define PARAMETERS_MAX 10

/* Where a function is called from. */
enum context { NOTHING, PROCESSOR, WORK, WIRING, ASKED, BOUNDING };

/* One public function and the values of its parameters. */
struct row {
    const char *name;
    enum context context;
    size_t parameters;
    size_t values[PARAMETERS_MAX]; /* number of values per parameter */
    int (*call)(void *context, const size_t *pick);
    const char *const *const *text; /* [parameters][values] C source */
    const char *lacks; /* why the function cannot be called; NULL: it can */
};
extern const struct row rows[]; /* the last row has no name */

typedef const char *(*name_function)(size_t index);

/* Check an error report: if a function that was called with `err` has failed
 * and err == said, *said must contain the reason. */
void told(bool failed, const struct weft_error *err,
          const struct weft_error *said);
/* Report any other fault of the current call. */
void complain(const char *what);

/* Create the folder for the files of a process, before the process starts;
 * pools_remove_folder() removes it after the process has ended. */
void pools_make_folder(void);
void pools_open(void); /* enter that folder and create the files */
void pools_remove_folder(void);
extern char trace_file[], schedule_file[], long_word[], wild_word[];
extern const char goal_text[], experiment_text[];
const char *out_file(int i);
const char *odd_file(int i);

extern struct weft_processor *processor_now; /* in the context WORK */

void *room(void); /* [64 KiB], zeroed */
/* [16 MiB], zeroed; enough for each processor of any trace */
void *wide_room(void);
const int *ints(int i);
const char *some_name(size_t index);
const char *no_name(size_t index);
extern const char *const some_names[], *const no_names[];
extern const struct weft_error *const odd_error;
extern const struct weft_sink empty_sink, refusing_sink;
extern const struct weft_watch no_watch, stop_watch;

const struct weft_network *network(int i);
struct weft_network *new_network(int i);
struct weft_network **network_room(int i);
const char **way(int i);
const struct weft_necklace *necklace(int d);
const struct weft_forest *forest(int n);
const struct weft_doubling *doubling(int i);
const struct weft_model *model(int i);
const struct weft_cost *cost(int i);
const struct weft_use *use(int i);
const struct weft_conflict *conflict(int i);
const struct weft_bound *bound(int i);
const struct weft_bound_answer *answer(int i);
const struct weft_goal *goal(int i);
struct weft_goal *new_goal(void);
struct weft_goal_values values_of_goal(int i);
struct weft_items *items(void);
const struct weft_trace_info *info(int i);
const struct weft_event *event(int i);
struct weft_event *events_odd(void);
const struct weft_trace *trace(int i);
const struct weft_figure *figure(int i);
const struct weft_machine *machine(int i);
const struct weft_check_options *check_options(int i);
const struct weft_optimum_options *optimum_options(int i);
const struct weft_bandwidth_options *bandwidth_options(int i);
const struct weft_bound_options *bound_options(int i);
struct weft_experiment *experiment(int i);
const struct weft_setting *setting(int i);
struct weft_values *values(int i);
const struct weft_item *item(int i);
struct weft_experiment_file *experiment_file(void);
struct weft_comparison *comparison(int i);
const struct weft_trial *trial(int i);
const struct weft_compared_axis *axis_of(int i);
const struct weft_sink *const *sinks(int i);
const struct weft_result *result(int i);
struct weft_transport *transport(int i);
const struct weft_own_strategy *given_strategy(int i);
const struct weft_own_problem *given_problem(int i);
const struct weft_own_network *given_network(int i);

/* Sinks in each stage of receiving some of the traces. */
struct weft_stats *stats(int i);
struct weft_replay *replay(int i);
struct weft_check *checker(int i);
struct weft_page *page(int i);
struct weft_writer *writer(int i);

#endif
