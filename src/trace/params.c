/* The parameters of a run, and their form in text files: comment lines
 *     # key: value
 * in which a backslash stands before a backslash or, as \n, for a newline. */
#include "out.h"

#include "../base/base.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define PARAMETERS_MAX 1000

void weft_params_init(struct weft_params *params)
{
    *params = (struct weft_params){.info = {.unit_ns = 1000 * 1000, .step = 1}};
}

static int add_number(struct weft_trace_info *info, const char *key,
                      const char *value)
{
    int64_t number;
    bool unit = !strcmp(key, "unit_ns"), step = !strcmp(key, "step");
    int64_t most = unit || step ? INT64_MAX : WEFT_TRACE_PROCESSORS_MAX;
    if (weft_parse_number(value, NULL, unit, most, &number)) {
        errno = EINVAL;
        return -1;
    }
    if (unit)
        info->unit_ns = (uint64_t)number;
    else if (step)
        info->step = (uint64_t)number;
    else
        info->processors = (int)number;
    return 0;
}

static int add_text(struct weft_params *params, const char *key,
                    const char *value)
{
    size_t count = params->info.parameters;
    if (count == PARAMETERS_MAX) {
        errno = EINVAL;
        return -1;
    }
    if (weft_grow(&params->list, &params->capacity, count + 1,
                  sizeof *params->list))
        return -1;
    char *both = malloc(strlen(key) + strlen(value) + 2);
    if (!both)
        return -1;
    char *second = stpcpy(both, key) + 1;
    strcpy(second, value);
    params->list[count] = (struct weft_parameter){both, second};
    params->info.parameter = params->list;
    params->info.parameters++;
    return 0;
}

int weft_params_add(struct weft_params *params, const char *key,
                    const char *value)
{
    static const char *const numbers[] = {"processors", "unit_ns", "step"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(key, numbers[i]))
            return add_number(&params->info, key, value);
    return add_text(params, key, value);
}

int weft_params_copy(struct weft_params *params,
                     const struct weft_trace_info *info)
{
    params->info.processors = info->processors;
    params->info.unit_ns = info->unit_ns;
    params->info.step = info->step;
    for (size_t i = 0; i < info->parameters; i++)
        if (add_text(params, info->parameter[i].key, info->parameter[i].value))
            return -1;
    return 0;
}

void weft_params_each(const struct weft_trace_info *info,
                      void (*each)(void *arg, const char *key,
                                   const char *value),
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

static void write_line(void *arg, const char *key, const char *value)
{
    struct weft_out *out = arg;
    weft_out_text(out, "# ");
    weft_out_text(out, key);
    weft_out_text(out, ": ");
    for (; *value; value++) {
        if (*value == '\n') {
            weft_out_text(out, "\\n");
            continue;
        }
        if (*value == '\\')
            weft_out_text(out, "\\");
        weft_out_bytes(out, value, 1);
    }
    weft_out_text(out, "\n");
}

void weft_params_write(const struct weft_trace_info *info, struct weft_out *out)
{
    weft_params_each(info, write_line, out);
}

static void unescape(char *text)
{
    char *to = text;
    for (; *text; text++) {
        bool escape = text[0] == '\\' && text[1];
        text += escape;
        *to++ = escape && *text == 'n' ? '\n' : *text;
    }
    *to = '\0';
}

int weft_params_read(struct weft_params *params, char *line)
{
    while (*line == '#' || *line == ' ')
        line++;
    char *key = line;
    while (isalnum((unsigned char)*line) || *line == '_' || *line == '-')
        line++;
    if (line == key || line[0] != ':' || line[1] != ' ')
        return 0;
    *line = '\0';
    unescape(line + 2);
    return weft_params_add(params, key, line + 2);
}

void weft_params_finish(struct weft_params *params)
{
    for (size_t i = 0; i < params->info.parameters; i++)
        free((void *)(uintptr_t)params->list[i].key);
    free(params->list);
    params->list = NULL;
    params->info.parameters = 0;
}

bool weft_info_model(const struct weft_trace_info *info,
                     struct weft_model *model)
{
    const char *name = weft_trace_info_get(info, "model");
    return name && !weft_model_parse(name, model, NULL);
}
