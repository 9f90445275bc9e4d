/* Parses the first line of a Paraver trace:
 *     #Paraver (DATE):DURATION[_UNIT]:NODES[(...)]:APPLICATIONS:...
 * and for each application TASKS(THREADS:NODE,...)[,COMMUNICATORS]. Every
 * thread is a processor. */
#include "paraver.h"

#include "base/base.h"
#include "trace/scan.h"

#define TASKS_WRONG                                                            \
    "the header must have TASKS(THREADS:NODE,...) for each application"

static const char *header_push(struct paraver_reader *reader, uint32_t **list,
                               size_t *capacity, size_t count, uint32_t value)
{
    if (array_grow(list, capacity, count + 1, sizeof **list)) {
        reader->starved = true;
        return "no memory for the threads of the trace";
    }
    (*list)[count] = value;
    return NULL;
}

/* Parse "THREADS:NODE" of a task, whose first processor is *rank. */
static const char *header_task(struct paraver_reader *reader, const char **at,
                               uint32_t *rank)
{
    uint64_t threads, node;
    *at = scan_digits(*at, &threads);
    if (!*at || **at != ':' || !(*at = scan_digits(*at + 1, &node)))
        return TASKS_WRONG;
    if (threads > WEFT_TRACE_PROCESSORS_MAX - *rank)
        return "the header has more than 1048576 threads";
    *rank += (uint32_t)threads;
    return header_push(reader, &reader->task, &reader->task_capacity,
                       ++reader->tasks, *rank);
}

static const char *header_application(struct paraver_reader *reader,
                                      const char **at, uint32_t *rank)
{
    uint64_t tasks, communicators;
    *at = scan_digits(*at, &tasks);
    if (!*at)
        return TASKS_WRONG;
    *at += **at == ':'; /* optional: some programs write a colon here */
    if (*(*at)++ != '(')
        return TASKS_WRONG;
    for (uint64_t i = 0; i < tasks; i++) {
        if (i && *(*at)++ != ',')
            return TASKS_WRONG;
        const char *wrong = header_task(reader, at, rank);
        if (wrong)
            return wrong;
    }
    if (*(*at)++ != ')')
        return TASKS_WRONG;
    /* some programs write a comma before the next application as well */
    const char *end = **at == ',' ? scan_digits(*at + 1, &communicators) : NULL;
    if (end && *end != '(')
        *at = end;
    return header_push(reader, &reader->application,
                       &reader->application_capacity, ++reader->applications,
                       (uint32_t)reader->tasks);
}

/* Parse "DURATION_ns"; only the unit is used. */
static const char *header_unit(struct paraver_reader *reader, const char **at)
{
    static const struct {
        const char *suffix;
        uint64_t ns;
    } units[] = {{"_ns:", 1},
                 {"_us:", 1000},
                 {"_ms:", 1000000},
                 {"_s:", 1000000000},
                 {":", 1000}};
    *at += strspn(*at, "0123456789.");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t length = strlen(units[i].suffix);
        if (strncmp(*at, units[i].suffix, length) != 0)
            continue;
        *at += length;
        reader->params.info.unit_ns = units[i].ns;
        return NULL;
    }
    return "the header must have a duration, without unit or in ns, us, ms or "
           "s";
}

static const char *header_threads(struct paraver_reader *reader, const char *at)
{
    uint64_t applications;
    uint32_t rank = 0;
    const char *wrong = NULL;
    at = strchr(at, ':'); /* skip the list of nodes */
    at = at ? scan_digits(at + 1, &applications) : NULL;
    if (!at)
        return "the header must have a number of applications";
    if (header_push(reader, &reader->task, &reader->task_capacity, 0, 0) ||
        header_push(reader, &reader->application, &reader->application_capacity,
                    0, 0))
        return NULL;
    for (uint64_t i = 0; i < applications && !wrong; i++)
        wrong = *at == ':' || *at == ','
                    ? (at++, header_application(reader, &at, &rank))
                    : TASKS_WRONG;
    if (!wrong && !rank)
        return "the header has no threads";
    if (!wrong && params_set_processors(&reader->params, (int)rank))
        reader->starved = true;
    return wrong;
}

const char *paraver_header(struct paraver_reader *reader, const char *line)
{
    const char *at = strstr(line, "):");
    if (strncmp(line, "#Paraver ", 9) != 0 || !at)
        return "the first line must be the header: #Paraver (DATE):...";
    at += 2;
    const char *wrong = header_unit(reader, &at);
    return wrong ? wrong : header_threads(reader, at);
}

int32_t paraver_rank(const struct paraver_reader *reader, uint64_t application,
                     uint64_t task, uint64_t thread)
{
    if (application - 1 >= reader->applications)
        return -1;
    const uint32_t *first = &reader->application[application - 1];
    if (task - 1 >= first[1] - first[0])
        return -1;
    const uint32_t *rank = &reader->task[first[0] + task - 1];
    return thread - 1 < rank[1] - rank[0] ? (int32_t)(rank[0] + thread - 1)
                                          : -1;
}
