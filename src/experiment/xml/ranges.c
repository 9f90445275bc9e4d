/* Lists and ranges of values. */
#include "base/base.h"

#include <weft/unstable/experiment.h>

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/network.h>
#include <weft/plugin.h>

#define SIDES_MAX WEFT_NETWORK_AXES_MAX
#define RANGES_NUMBER_MAX ((int64_t)1 << 40)

/* a parsed range such as "mesh:4x4..16x16*2" */
struct range {
    char prefix[400];
    int sides;
    int64_t from[SIDES_MAX], to[SIDES_MAX];
    char how; /* operator of the range: '+' or '*' */
    int64_t step;
};

/* ---- one value ---------------------------------------------------------- */

static int ranges_refuse(const struct weft_setting *setting, const char *value,
                         const char *why, struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "--%s %.80s: %s",
                          setting->name, value, why);
}

/* Check that an experiment accepts the value of the setting. */
static int ranges_check(const struct weft_setting *setting, const char *value,
                        struct weft_error *err)
{
    struct weft_experiment scratch = weft_experiment_default(NULL);
    if (weft_experiment_set(&scratch, setting->name, value, err))
        return -1;
    if (strcmp(setting->name, "network") == 0 &&
        (weft_plugin_part(value) || !weft_network_reads_file(value))) {
        struct weft_network *network = weft_network_create(value, err);
        if (!network)
            return -1;
        weft_network_destroy(network);
    }
    return 0;
}

int weft_values_append(struct weft_values *values, const char *value,
                       struct weft_error *err)
{
    if (values->count == values->room) {
        size_t room = values->room ? 2 * values->room : 8;
        char **text = realloc(values->text, room * sizeof *text);
        if (!text)
            return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        values->text = text;
        values->room = room;
    }
    char *copy = strdup(value);
    if (!copy)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    values->text[values->count++] = copy;
    return 0;
}

static int ranges_add(struct weft_values *values,
                      const struct weft_setting *setting, const char *value,
                      struct weft_error *err)
{
    if (ranges_check(setting, value, err))
        return -1;
    if (values->count == WEFT_VALUES_MAX)
        return ranges_refuse(setting, value, "more than 10000 values", err);
    return weft_values_append(values, value, err);
}

void weft_values_finish(struct weft_values *values)
{
    for (size_t i = 0; i < values->count; i++)
        free(values->text[i]);
    free(values->text);
    *values = (struct weft_values){0};
}

int64_t weft_value_number(const char *text)
{
    const char *at = strrchr(text, ':');
    char *end;
    at = at ? at + 1 : text;
    errno = 0;
    long long number = strtoll(at, &end, 10);
    return isdigit((unsigned char)*at) && !*end && !errno ? number : -1;
}

/* ---- ranges ------------------------------------------------------------- */

/* Parse sizes such as "4x4" and set *end to the end of them. Return the number
 * of sizes, or 0 on errors. */
static int sides_read(const char *text, const char **end,
                      int64_t side[SIDES_MAX])
{
    int count = 0;
    while (count < SIDES_MAX && isdigit((unsigned char)*text)) {
        char *stop;
        errno = 0;
        side[count] = strtoll(text, &stop, 10);
        if (errno || side[count] > RANGES_NUMBER_MAX)
            return 0;
        count++;
        text = stop;
        if (*text != 'x')
            break;
        text++;
    }
    *end = text;
    return count;
}

/* Return the start of the number that ends at `dots`. */
static const char *number_before(const char *text, const char *dots)
{
    while (dots > text && (isdigit((unsigned char)dots[-1]) || dots[-1] == 'x'))
        dots--;
    while (*dots == 'x')
        dots++;
    return dots;
}

static int step_read(struct range *range, const char *text)
{
    if (!*text)
        return 0;
    range->how = *text;
    if ((*text != '+' && *text != '*') || !isdigit((unsigned char)text[1]))
        return -1;
    char *end;
    errno = 0;
    range->step = strtoll(text + 1, &end, 10);
    bool grows = range->step > (range->how == '*');
    return grows && !*end && !errno && range->step <= RANGES_NUMBER_MAX ? 0
                                                                        : -1;
}

/* Return whether ranges of this network double by default. Ranges of dimensions
 * do not, nor do ranges of numbers after a slash (seeds, distances). */
static bool doubles(const char *prefix)
{
    const struct weft_network_kind *kind;
    size_t whole = strlen(prefix);
    if (whole && prefix[whole - 1] == '/')
        return false;
    size_t file = weft_plugin_part(prefix), length = strcspn(prefix, ":");
    char *path = file ? strndup(prefix, file) : NULL;
    const char *own = path ? weft_plugin_network(path, NULL) : NULL;
    free(path);
    prefix = own ? own : prefix;
    length = own ? strlen(own) : length;
    for (size_t i = 0; (kind = weft_network_known(i)); i++)
        if (!strncmp(prefix, kind->name, length) && !kind->name[length])
            return !kind->exponent;
    return true;
}

/* Return the ".." of a range, or NULL. Dots in file names are ignored. */
static const char *find_dots(const struct weft_setting *setting,
                             const char *text)
{
    size_t file = weft_plugin_part(text);
    bool network = !strcmp(setting->name, "network");
    if (!strcmp(setting->name, "strategy") ||
        (network && !file && weft_network_reads_file(text)))
        return NULL;
    return strstr(text + file, "..");
}

static int ranges_range_read(struct range *range,
                             const struct weft_setting *setting,
                             const char *text, const char *written,
                             struct weft_error *err)
{
    const char *dots = find_dots(setting, text), *end;
    const char *first = number_before(text, dots);
    snprintf(range->prefix, sizeof range->prefix, "%.*s", (int)(first - text),
             text);
    bool factor = !strcmp(setting->name, "network") && doubles(range->prefix);
    range->how = factor ? '*' : '+';
    range->step = factor ? 2 : 1;
    range->sides = sides_read(first, &end, range->from);
    if (!range->sides || end != dots ||
        (size_t)(first - text) >= sizeof range->prefix ||
        sides_read(dots + 2, &end, range->to) != range->sides)
        return ranges_refuse(setting, written,
                             "a range is A..B, A..B+STEP or A..B*FACTOR, of "
                             "whole numbers",
                             err);
    if (step_read(range, end))
        return ranges_refuse(setting, written,
                             "unexpected text after A..B: expected +STEP, or "
                             "*FACTOR of 2 or more",
                             err);
    for (int i = 0; i < range->sides; i++) {
        if (range->to[i] < range->from[i])
            return ranges_refuse(
                setting, written,
                "the range is empty: its end is below its start", err);
        if (range->how == '*' && !range->from[i] && range->to[i])
            return ranges_refuse(setting, written,
                                 "a range with a factor cannot start at 0",
                                 err);
    }
    return 0;
}

/* Increase every side that is below its end. Return false if all sides are at
 * their ends. */
static bool range_next(struct range *range)
{
    bool grown = false;
    for (int i = 0; i < range->sides; i++) {
        int64_t from = range->from[i];
        int64_t room = range->how == '*' ? range->to[i] / range->step
                                         : range->to[i] - range->step;
        if (from > room)
            continue;
        int64_t next =
            range->how == '*' ? from * range->step : from + range->step;
        if (next == from)
            continue;
        range->from[i] = next;
        grown = true;
    }
    return grown;
}

/* Refuse a range of too many values, and show how to write one with fewer. */
static int ranges_too_many(const struct weft_setting *setting,
                           const char *written, bool from_zero,
                           struct weft_error *err)
{
    char why[160];
    const char *dots = find_dots(setting, written);
    int length = (int)(dots - written + (ptrdiff_t)strcspn(dots, "+*"));
    snprintf(why, sizeof why, "more than 10000 values; write %.*s%s",
             length < 60 ? length : 0, written,
             from_zero ? "+STEP with a larger STEP"
                       : "*2 to double the value each time");
    return ranges_refuse(setting, written, why, err);
}

/* Add the values of a range; `written` is the range as the user wrote it, with
 * units. */
static int ranges_range_add(struct weft_values *values,
                            const struct weft_setting *setting,
                            const char *text, const char *written,
                            struct weft_error *err)
{
    struct range range;
    /* with space for an x after each number */
    char value[sizeof range.prefix + SIDES_MAX * 21];
    if (ranges_range_read(&range, setting, text, written, err))
        return -1;
    bool from_zero = !range.from[0];
    do {
        int used = snprintf(value, sizeof value, "%s", range.prefix);
        for (int i = 0; i < range.sides; i++)
            used += snprintf(value + used, sizeof value - (size_t)used,
                             "%s%lld", i ? "x" : "", (long long)range.from[i]);
        if (values->count == WEFT_VALUES_MAX)
            return ranges_too_many(setting, written, from_zero, err);
        if (ranges_add(values, setting, value, err))
            return -1;
    } while (range_next(&range));
    return 0;
}

/* ---- lists -------------------------------------------------------------- */

/* Return whether the value from `begin` to `end` contains the key of `word`,
 * which is KEY=... */
static bool has_key(const char *begin, const char *end, const char *word)
{
    size_t length = strcspn(word, "=") + 1;
    for (const char *at = begin; at && at < end;) {
        if (!strncmp(at, word, length))
            return true;
        at = memchr(at, ',', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    return false;
}

/* Return the end of the value at `text`: the next comma, or the end of the
 * text. A comma does not end the value if another KEY=... follows. */
static const char *value_end(const char *text)
{
    const char *end = text + strcspn(text, ",");
    while (*end == ',' && memchr(text, '=', (size_t)(end - text))) {
        const char *word = end + 1;
        size_t length = strcspn(word, ",");
        if (!memchr(word, '=', length) || has_key(text, end, word))
            break;
        end = word + length;
    }
    return end;
}

static int list_add(struct weft_values *values,
                    const struct weft_setting *setting, const char *list,
                    struct weft_error *err)
{
    for (const char *at = list;;) {
        const char *end = value_end(at);
        char value[WEFT_NETWORK_NAME_MAX];
        if (end == at)
            return ranges_refuse(setting, list, "a value is missing", err);
        if (end - at >= (ptrdiff_t)sizeof value)
            return ranges_refuse(setting, list, "too long", err);
        snprintf(value, sizeof value, "%.*s", (int)(end - at), at);
        char written[sizeof value];
        memcpy(written, value, sizeof value);
        if (setting->bytes && sizes_expand(written, value, sizeof value))
            return ranges_refuse(setting, list, "too long", err);
        int status =
            find_dots(setting, value)
                ? ranges_range_add(values, setting, value, written, err)
                : ranges_add(values, setting, value, err);
        if (status || !*end)
            return status;
        at = end + 1;
    }
}

int weft_values_add(struct weft_values *values,
                    const struct weft_setting *setting, const char *list,
                    struct weft_error *err)
{
    /* a file name, which may contain commas */
    if (!strcmp(setting->name, "data"))
        return ranges_add(values, setting, list, err);
    /* a list such as 0,3,5 is one value */
    if (!strcmp(setting->name, "sources"))
        return strstr(list, "..")
                   ? ranges_range_add(values, setting, list, list, err)
                   : ranges_add(values, setting, list, err);
    return list_add(values, setting, list, err);
}
