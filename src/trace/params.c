/* The parameters of a run. */
#include "format.h"

#include "base/base.h"
#include "base/items/items.h"
#include "base/text/origins.h"
#include "base/text/who.h"
#include "scan.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IN_CALLS "in_calls."
#define STATISTICS "statistics."

void params_init(struct params *params)
{
    *params = (struct params){.info = {.unit_ns = 1000 * 1000, .step = 1}};
}

static enum weft_error_kind params_refuse(struct params *params,
                                          const char *wrong)
{
    params->wrong = wrong;
    return WEFT_ERROR_FORMAT;
}

static enum weft_error_kind
params_add_number(struct params *params, const char *key, const char *value)
{
    struct weft_trace_info *info = &params->info;
    int64_t number;
    bool unit = !strcmp(key, "unit_ns"), step = !strcmp(key, "step");
    int64_t most = unit || step ? INT64_MAX : WEFT_TRACE_PROCESSORS_MAX;
    const char *wrong = "invalid value of processors (at most 1048576)";
    if (unit)
        wrong = "invalid value of unit_ns";
    else if (step)
        wrong = "invalid value of step";
    if (parse_number(value, NULL, unit, most, &number))
        return params_refuse(params, wrong);
    if (unit)
        info->unit_ns = (uint64_t)number;
    else if (step)
        info->step = (uint64_t)number;
    else
        info->processors = (int)number;
    return WEFT_ERROR_NONE;
}

/* Lengthen an array, and set all bytes of the new part to `fill`. Return false
 * if out of memory. */
static bool lengthen(void *array, size_t before, size_t count, size_t element,
                     int fill)
{
    char *old;
    memcpy(&old, array, sizeof old);
    char *longer = realloc(old, (count + 1) * element);
    if (!longer)
        return false;
    memset(longer + before * element, fill, (count + 1 - before) * element);
    memcpy(array, &longer, sizeof longer);
    return true;
}

static bool lengthen_calls(struct params *params, size_t before, size_t count)
{
    return lengthen(&params->calls, before, count, sizeof *params->calls, 0xFF);
}

static bool lengthen_statistics(struct params *params, size_t before,
                                size_t count)
{
    return lengthen(&params->statistics, before, count,
                    sizeof *params->statistics, 0);
}

/* Lengthen the arrays of measured values to the number of processors. This
 * number may change often, so the values are kept. */
static enum weft_error_kind keep_measured(struct params *params)
{
    size_t before = params->measured, count = (size_t)params->info.processors;
    if (count <= before)
        return WEFT_ERROR_NONE;
    if ((params->calls && !lengthen_calls(params, before, count)) ||
        (params->statistics && !lengthen_statistics(params, before, count)))
        return WEFT_ERROR_MEMORY;
    params->measured = count;
    if (params->calls)
        params->info.in_calls = params->calls;
    if (params->statistics)
        params->info.statistics = (const char *const *)params->statistics;
    return WEFT_ERROR_NONE;
}

enum weft_error_kind params_set_processors(struct params *params,
                                           int processors)
{
    params->info.processors = processors;
    return keep_measured(params);
}

enum weft_error_kind params_set_calls(struct params *params, size_t rank,
                                      uint64_t time)
{
    if (keep_measured(params) ||
        (!params->calls && !lengthen_calls(params, 0, params->measured)))
        return WEFT_ERROR_MEMORY;
    params->info.in_calls = params->calls;
    params->calls[rank] = time;
    return WEFT_ERROR_NONE;
}

enum weft_error_kind params_set_statistics(struct params *params, size_t rank,
                                           const char *text)
{
    char *copy = strdup(text);
    if (!copy || keep_measured(params) ||
        (!params->statistics &&
         !lengthen_statistics(params, 0, params->measured))) {
        free(copy);
        return WEFT_ERROR_MEMORY;
    }
    free(params->statistics[rank]);
    params->statistics[rank] = copy;
    params->info.statistics = (const char *const *)params->statistics;
    return WEFT_ERROR_NONE;
}

/* Add a measured value of a processor, which must exist, so "processors" must
 * have been set. Set *is to whether the key is one of a measured value. */
static enum weft_error_kind add_measured(struct params *params, const char *key,
                                         const char *value, bool *is)
{
    bool call = !strncmp(key, IN_CALLS, sizeof IN_CALLS - 1);
    size_t prefix = call ? sizeof IN_CALLS - 1 : sizeof STATISTICS - 1;
    int64_t rank, time;
    *is = call || !strncmp(key, STATISTICS, prefix);
    if (!*is)
        return WEFT_ERROR_NONE;
    int64_t last = (int64_t)params->info.processors - 1;
    if (parse_number(key + prefix, NULL, 0, last, &rank))
        return params_refuse(params,
                             call ? "in_calls of an unknown processor (the "
                                    "parameter processors must precede it)"
                                  : "statistics of an unknown processor (the "
                                    "parameter processors must precede them)");
    if (call && parse_number(value, NULL, 0, INT64_MAX, &time))
        return params_refuse(params, "in_calls is not a time in time units");
    return call ? params_set_calls(params, (size_t)rank, (uint64_t)time)
                : params_set_statistics(params, (size_t)rank, value);
}

static enum weft_error_kind params_add_text(struct params *params,
                                            const char *key, const char *value)
{
    size_t count = params->info.parameters;
    if (array_grow(&params->list, &params->capacity, count + 1,
                   sizeof *params->list))
        return WEFT_ERROR_MEMORY;
    char *both = malloc(strlen(key) + strlen(value) + 2);
    if (!both)
        return WEFT_ERROR_MEMORY;
    char *second = stpcpy(both, key) + 1;
    strcpy(second, value);
    params->list[count] = (struct weft_parameter){both, second};
    params->info.parameter = params->list;
    params->info.parameters++;
    return WEFT_ERROR_NONE;
}

bool params_fit(const char *key, const char *value)
{
    return strlen(key) + strlen(value) <= PARAMETER_BYTES_MAX;
}

enum weft_error_kind params_add(struct params *params, const char *key,
                                const char *value)
{
    static const char *const numbers[] = {"processors", "unit_ns", "step"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(key, numbers[i])) {
            enum weft_error_kind wrong = params_add_number(params, key, value);
            return wrong ? wrong : keep_measured(params);
        }
    if (!params_fit(key, value))
        return params_refuse(params,
                             "a parameter of the run has more than 200000 "
                             "bytes");
    bool measured = false;
    enum weft_error_kind wrong =
        params->keeps_calls ? add_measured(params, key, value, &measured)
                            : WEFT_ERROR_NONE;
    if (measured || !*key)
        return wrong;
    return params->info.parameters < PARAMETERS_MAX
               ? params_add_text(params, key, value)
               : params_refuse(params, "the run has more than 1000 parameters");
}

enum weft_error_kind params_add_integer(struct params *params, const char *key,
                                        int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    return params_add(params, key, text);
}

int params_add_shift(struct params *params, uint64_t shift)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, shift);
    return shift && params_add(params, ORIGIN_SHIFT_KEY, text) ==
                        WEFT_ERROR_MEMORY
               ? -1
               : 0;
}

/* Return the length of a text in the Chrome format, where a byte that is not
 * part of a character becomes a replacement character of three bytes. */
static size_t most_bytes(const char *text)
{
    size_t bytes = 0;
    for (size_t length; *text; text += length) {
        length = weft_character_length(text);
        bytes += length ? length : 3;
        length = length ? length : 1;
    }
    return bytes;
}

const char *params_too_long(const struct weft_trace_info *info)
{
    for (size_t i = 0; i < info->parameters; i++)
        if (most_bytes(info->parameter[i].key) +
                most_bytes(info->parameter[i].value) >
            PARAMETER_BYTES_MAX)
            return info->parameter[i].key;
    for (int rank = 0; info->statistics && rank < info->processors; rank++)
        if (info->statistics[rank] &&
            sizeof STATISTICS + 10 + most_bytes(info->statistics[rank]) >
                PARAMETER_BYTES_MAX)
            return STATISTICS;
    return NULL;
}

int params_copy(struct params *params, const struct weft_trace_info *info)
{
    params->info.processors = info->processors;
    params->info.unit_ns = info->unit_ns;
    params->info.step = info->step;
    params->info.paired = info->paired;
    for (size_t i = 0; i < info->parameters; i++)
        if (params_add_text(params, info->parameter[i].key,
                            info->parameter[i].value))
            return -1;
    for (size_t i = 0; i < (size_t)info->processors; i++) {
        bool calls = info->in_calls && info->in_calls[i] != UINT64_MAX;
        bool counts = info->statistics && info->statistics[i];
        if ((calls && params_set_calls(params, i, info->in_calls[i])) ||
            (counts && params_set_statistics(params, i, info->statistics[i])))
            return -1;
    }
    return 0;
}

void params_each(const struct weft_trace_info *info,
                 void (*each)(void *arg, const char *key, const char *value),
                 void *arg)
{
    char number[24];
    snprintf(number, sizeof number, "%d", info->processors);
    each(arg, "processors", number);
    snprintf(number, sizeof number, "%llu", (unsigned long long)info->unit_ns);
    each(arg, "unit_ns", number);
    snprintf(number, sizeof number, "%llu", (unsigned long long)info->step);
    each(arg, "step", number);
    for (size_t i = 0; i < info->parameters; i++)
        each(arg, info->parameter[i].key, info->parameter[i].value);
}

void params_each_call(const struct weft_trace_info *info,
                      void (*each)(void *arg, const char *key,
                                   const char *value),
                      void *arg)
{
    char key[32], number[24];
    bool any = info->in_calls || info->statistics;
    for (int rank = 0; any && rank < info->processors; rank++) {
        if (info->in_calls && info->in_calls[rank] <= INT64_MAX) {
            snprintf(key, sizeof key, IN_CALLS "%d", rank);
            snprintf(number, sizeof number, "%llu",
                     (unsigned long long)info->in_calls[rank]);
            each(arg, key, number);
        }
        if (info->statistics && info->statistics[rank]) {
            snprintf(key, sizeof key, STATISTICS "%d", rank);
            each(arg, key, info->statistics[rank]);
        }
    }
}

int params_begin_items(struct params *params)
{
    if (!params->info.items && !params->info.details)
        params->info.items = weft_items_create();
    return params->info.items || params->info.details ? 0 : -1;
}

int params_begin_details(struct params *params)
{
    if (!params->info.items && !params->info.details)
        params->info.details = weft_items_create();
    return params->info.items || params->info.details ? 0 : -1;
}

uint32_t params_items(struct params *params, const char *text)
{
    return params_begin_items(params) || !params->info.items
               ? 0
               : weft_items_add(params->info.items, text);
}

/* Limits on blocks: a few bytes can name any number of blocks, and readers of a
 * trace visit each block. The limits are above any schedule that weft could
 * run. */
#define BLOCKS_OF_MESSAGE (INT64_C(1) << 20)
#define BLOCKS_OF_FILE (INT64_C(1) << 28)
#define BLOCK_OF_RANGE (INT64_C(1) << 24)

static const char *params_count_blocks(struct params *params,
                                       const struct item_list *list)
{
    int64_t blocks = 0, last = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct interval run = list->item[i].blocks;
        blocks += (int64_t)run.last - run.first + 1;
        if (run.last > run.first && run.last > last)
            last = run.last;
    }
    params->blocks += blocks;
    if (blocks > BLOCKS_OF_MESSAGE)
        return "a message must not carry more than 1048576 blocks";
    if (last >= BLOCK_OF_RANGE)
        return "blocks of a range must be below 16777216";
    if (params->blocks > BLOCKS_OF_FILE)
        return "the messages of a file must not carry more than 268435456 "
               "blocks together";
    return NULL;
}

/* Scan the switches of a way, as in " via 17,16". Return NULL, or what is
 * wrong; *way is their text and *length its length, 0 without a way. */
static const char *params_scan_way(const char **at, const char **way,
                                   int *length)
{
    static const char word[] = "via";
    const char *to = scan_blanks(*at);
    *way = NULL;
    *length = 0;
    if (to == *at || strncmp(to, word, sizeof word - 1) != 0)
        return NULL;
    to = *way = scan_blanks(to + sizeof word - 1);
    for (uint64_t vertex;; to++) {
        to = scan_digits(to, &vertex);
        if (!to || vertex > INT32_MAX)
            return "a way must be switches separated by commas, like 'via "
                   "17,16'";
        if (*to != ',')
            break;
    }
    *length = (int)(to - *way);
    *at = to;
    return NULL;
}

/* Add the text of a list and a way. Return its number; 0: no memory. */
static uint32_t params_add_items(struct params *params,
                                 const struct item_list *list, const char *way,
                                 int length)
{
    char *blocks = item_list_text(list), *text = blocks;
    if (blocks && length &&
        asprintf(&text, "%s via %.*s", blocks, length, way) < 0)
        text = NULL;
    uint32_t items = text ? params_items(params, text) : 0;
    if (text != blocks)
        free(text);
    free(blocks);
    return items;
}

const char *params_read_items(struct params *params, const char *text,
                              const char **end, struct weft_event *event)
{
    struct item_list list = {0};
    const char *way;
    int length;
    const char *wrong = item_list_parse(&list, text, end);
    event->items = 0;
    if (!wrong)
        wrong = params_scan_way(end, &way, &length);
    if (!wrong)
        wrong = params_count_blocks(params, &list);
    if (!wrong)
        event->message = list.item[0].blocks.first;
    if (!wrong && (length || !item_list_plain(&list))) {
        event->items = params_add_items(params, &list, way, length);
        if (!event->items)
            wrong = items_no_memory;
    }
    item_list_finish(&list);
    return wrong;
}

void params_finish(struct params *params)
{
    weft_items_destroy(params->info.items);
    weft_items_destroy(params->info.details);
    params->info.items = params->info.details = NULL;
    for (size_t i = 0; i < params->info.parameters; i++)
        free((void *)(uintptr_t)params->list[i].key);
    free(params->list);
    for (size_t i = 0; params->statistics && i < params->measured; i++)
        free(params->statistics[i]);
    free(params->statistics);
    free(params->calls);
    params->statistics = NULL;
    params->calls = NULL;
    params->info.in_calls = NULL;
    params->info.statistics = NULL;
    params->list = NULL;
    params->info.parameters = 0;
}

bool info_model(const struct weft_trace_info *info, struct weft_model *model)
{
    const char *name = weft_trace_info_get(info, "model");
    return name && !weft_model_parse(name, model, NULL);
}

int params_names(const struct weft_trace_info *info, const char ***names)
{
    for (size_t i = 0; i < info->parameters; i++) {
        const struct weft_parameter *parameter = &info->parameter[i];
        int64_t rank;
        if (strncmp(parameter->key, WHO_KEY, strlen(WHO_KEY)) != 0 ||
            parse_number(parameter->key + strlen(WHO_KEY), NULL, 0,
                         info->processors - 1, &rank))
            continue;
        if (!*names)
            *names = calloc((size_t)info->processors, sizeof **names);
        if (!*names)
            return -1;
        (*names)[rank] = parameter->value;
    }
    return 0;
}
