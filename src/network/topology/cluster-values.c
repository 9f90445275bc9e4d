/* Reads the numbers, units and lists of numbers in a platform of SimGrid. */
#include "simgrid.h"

#include <math.h>

#include "base/base.h"

#define CLUSTER_WORDS (1 / 8e9) /* words per ns in a byte per second */

struct cluster_unit {
    const char *name;
    double factor;
};

/* Split a text into a number and its unit. */
static int cluster_split(struct file_draft *draft, const char *name,
                         const char *text, double *number, const char **unit)
{
    const char *end;
    if (draft_scan(draft, text, number, &end))
        return -1;
    *unit = end + strspn(end, " ");
    if (end == text || !isfinite(*number) || *number < 0)
        return draft_error(draft, "%s is '%.40s'; expected a number >= 0", name,
                           text);
    return 0;
}

/* Check a value in weft's units. */
static int cluster_within(struct file_draft *draft, const char *name,
                          const char *text, double low, double value)
{
    if (value >= low && value <= 1e9)
        return 0;
    return draft_error(draft, "%s is '%.40s'; expected %s", name, text,
                       low > 0 ? "8 to 8e18 bytes per second"
                               : "at most a second");
}

int cluster_time(struct file_draft *draft, const char *name, const char *text,
                 double *time)
{
    static const struct cluster_unit units[] = {
        {"", 1e9},      {"s", 1e9},      {"ms", 1e6}, {"us", 1e3},
        {"ns", 1},      {"ps", 1e-3},    {"m", 60e9}, {"h", 3600e9},
        {"d", 86400e9}, {"w", 604800e9},
    };
    const char *unit;
    double number;
    if (cluster_split(draft, name, text, &number, &unit))
        return -1;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(unit, units[i].name)) {
            *time = number * units[i].factor;
            return cluster_within(draft, name, text, 0, *time);
        }
    return draft_error(draft, "%s is '%.40s'; expected a time, as 50us", name,
                       text);
}

int cluster_speed(struct file_draft *draft, const char *name, const char *text,
                  double *speed)
{
    static const char prefixes[] = "kMGTPE";
    const char *unit;
    double number;
    if (cluster_split(draft, name, text, &number, &unit))
        return -1;
    const char *prefix = *unit ? strchr(prefixes, *unit) : NULL;
    bool binary = prefix && unit[1] == 'i';
    for (ptrdiff_t i = 0; prefix && i <= prefix - prefixes; i++)
        number *= binary ? 1024 : 1000;
    if (prefix)
        unit += binary ? 2 : 1;
    bool bits = !strcmp(unit, "bps");
    if (!bits && strcmp(unit, "Bps") != 0 && (*unit || prefix))
        return draft_error(draft,
                           "%s is '%.40s'; expected a bandwidth, as "
                           "125MBps",
                           name, text);
    *speed = number * (bits ? CLUSTER_WORDS / 8 : CLUSTER_WORDS);
    return cluster_within(draft, name, text, 1e-9, *speed);
}

static int cluster_add(struct cluster *cluster, int64_t first, int64_t last)
{
    for (int64_t number = first; number <= last; number++) {
        if (cluster->hosts == GRAPH_VERTICES_MAX)
            return weft_error_set(cluster->draft->err, WEFT_ERROR_LIMIT,
                                  cluster->draft->line,
                                  "more than %d hosts; weft's limit for files",
                                  GRAPH_VERTICES_MAX);
        if (array_grow(&cluster->number, &cluster->room, cluster->hosts + 1,
                       sizeof *cluster->number))
            return draft_no_memory(cluster->draft);
        cluster->number[cluster->hosts++] = (int)number;
    }
    return 0;
}

int cluster_radical(struct cluster *cluster, const char *text)
{
    const char *at = text;
    do {
        int64_t first, last;
        if (parse_number(at, &at, 0, INT32_MAX, &first))
            break;
        last = first;
        if (*at == '-' && parse_number(at + 1, &at, first, INT32_MAX, &last))
            break;
        if (cluster_add(cluster, first, last))
            return -1;
        if (!*at)
            return 0;
    } while (strchr(",;", *at) && *++at);
    return draft_error(cluster->draft,
                       "radical is '%.40s'; expected numbers, as 0-3,7", text);
}

int cluster_numbers(struct file_draft *draft, const char **text, int number[],
                    int most)
{
    const char *at = *text;
    for (int i = 0; i < most; i++) {
        int64_t value;
        if (parse_number(at, &at, 1, GRAPH_VERTICES_MAX, &value))
            break;
        number[i] = (int)value;
        if (*at == ',') {
            at++;
            continue;
        }
        if (*at && *at != ';')
            break;
        *text = at;
        return i + 1;
    }
    return draft_error(
        draft,
        "topo_parameters '%.60s'; expected up to %d numbers from "
        "1 to %d, with commas between them",
        *text, most, GRAPH_VERTICES_MAX);
}
