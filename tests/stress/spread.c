/* A comparison whose runs are distributed over several processes must print the
 * same as one process; if a process dies, its unfinished run is reported.
 *
 * usage: stress-spread [PROCESSES] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <weft/setting.h>
#include <weft/unstable/cluster.h>
#include <weft/unstable/compare.h>

#include "processes.h"

/* Tables with many rows, and one for a single case, which is more detailed. */
static const struct table {
    size_t problems;
    const char *network, *cost;
} tables[] = {{2, "hypercube:1..4", "ts=1,ts=3,tw=1"},
              {1, "hypercube:3", "ts=3,tw=1"}};

#define TABLES (sizeof tables / sizeof *tables)

static const struct weft_setting *setting_of(const char *name)
{
    size_t i = 0;
    while (strcmp(weft_setting(i)->name, name) != 0)
        i++;
    return weft_setting(i);
}

static int add_axis(struct weft_comparison *compare, const char *name,
                    const char *values, struct weft_error *err)
{
    struct weft_compared_axis *axis = &compare->axis[compare->axes++];
    axis->setting = setting_of(name);
    return weft_values_add(&axis->values, axis->setting, values, err);
}

static void plan(struct weft_comparison *compare, const struct table *table)
{
    struct weft_error err;
    *compare = (struct weft_comparison){.problem = {"multinode", "allgather"},
                                        .problems = table->problems};
    if (!add_axis(compare, "network", table->network, &err) &&
        !add_axis(compare, "cost", table->cost, &err) &&
        !weft_comparison_plan(compare, &err))
        return;
    printf("%s\n", err.text);
    exit(2);
}

/* Print details that tables omit. */
static void tell_details(const struct weft_result *result, FILE *out)
{
    char line[400];
    for (int i = 0; i < result->bounds; i++) {
        weft_bound_format(&result->bound[i], line, sizeof line);
        fprintf(out, "%s\n", line);
    }
    for (int i = 0; i < result->outcome.kept; i++) {
        weft_conflict_format(&result->outcome.conflict[i], line, sizeof line);
        fprintf(out, "%s\n", line);
    }
    fprintf(out, "%s\n", result->verdict);
}

/* Return the table and the details as text; the caller frees it. */
static char *compare_all(const struct table *table)
{
    struct weft_comparison compare;
    struct weft_error err;
    plan(&compare, table);
    if (weft_comparison_run(&compare, NULL, &err)) {
        printf("%s\n", err.text);
        exit(2);
    }
    char *table_text = weft_comparison_text(&compare, 0, &err), *text;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    fputs(table_text ? table_text : "", out);
    for (size_t i = 0; i < compare.rows; i++)
        tell_details(&compare.row[i]->result, out);
    fclose(out);
    free(table_text);
    weft_comparison_finish(&compare);
    return text;
}

/* A watch that kills its process as soon as it has an unfinished run; each
 * earlier comparison accounts for one more message from process 0. It uses the
 * system call, because sanitizers report unjoined threads in _exit(). */
static bool vanish(void *arg, size_t finished)
{
    (void)arg;
    (void)finished;
    if (processes_owed() > (int)TABLES)
        syscall(SYS_exit_group, 0);
    return true;
}

/* Let the last process die: only the run that it had begun is lost, and it must
 * be reported by name. */
static int check_lost(void)
{
    struct weft_comparison compare;
    const struct weft_watch watch = {vanish, NULL};
    struct weft_error err;
    size_t lost = 0, made = 0;
    int last = weft_cluster_size() - 1;
    plan(&compare, &tables[0]);
    int status = weft_comparison_run(
        &compare, weft_cluster_rank() == last ? &watch : NULL, &err);
    for (size_t i = 0; i < compare.trials; i++) {
        const struct weft_result *result = &compare.trial[i].result;
        bool is_lost = !strncmp(result->verdict, "lost: process", 13);
        bool named = result->network[0] && result->strategy[0];
        lost += is_lost && named;
        made += !is_lost && named;
    }
    bool right = !status && lost == 1 && made == compare.trials - 1;
    weft_comparison_finish(&compare);
    if (weft_cluster_rank() || right)
        return 0;
    printf("%zu runs lost, %zu made\n", lost, made);
    return 1;
}

int main(int argc, char **argv)
{
    char *alone[TABLES] = {NULL};
    int count = argc > 1 ? atoi(argv[1]) : 3, bad = 0;
    alarm(120);
    for (size_t i = 0; weft_cluster_started() < 0 && i < TABLES; i++)
        alone[i] = compare_all(&tables[i]);
    processes_join(count);
    for (size_t i = 0; i < TABLES; i++) {
        char *all = compare_all(&tables[i]);
        bool differ = alone[i] && (!all || strcmp(alone[i], all) != 0);
        if (differ && !weft_cluster_rank())
            printf("%s\n---\n%s\n", alone[i], all ? all : "nothing");
        bad |= differ && !weft_cluster_rank();
        free(alone[i]);
        free(all);
    }
    bad |= weft_cluster_started() < 0 && count > 1 && check_lost();
    return processes_leave(bad);
}
