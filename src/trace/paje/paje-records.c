/* Processes the records of a paje file: containers, their states and links. */
#include "paje-file.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *paje_starve(struct paje_reader *reader)
{
    reader->starved = true;
    return NULL;
}

/* Return the identifier that a record defines: its alias or, if it has none,
 * its name. */
static const char *records_alias(const struct paje_reader *reader)
{
    const char *alias = reader->field[FIELD_ALIAS];
    const char *name = reader->field[FIELD_NAME];
    if (alias && *alias)
        return alias;
    return name ? name : "";
}

/* Let the record's name refer to `number` too, unless it already refers to
 * something. */
static const char *records_also(struct paje_reader *reader,
                                enum paje_space space, int32_t scope,
                                int32_t number)
{
    const char *name = reader->field[FIELD_NAME];
    int32_t *target = name ? paje_target(reader, space, scope, 0, name) : NULL;
    if (target && *target < 0)
        *target = number;
    return NULL;
}

/* ---- definitions --------------------------------------------------------- */

static const char *records_type(struct paje_reader *reader)
{
    int32_t type = paje_type(reader, records_alias(reader));
    reader->records++;
    return type < 0 ? NULL : records_also(reader, SPACE_TYPE, 0, type);
}

/* Parse a run parameter from a file written by weft. The time unit and the step
 * are not overwritten: they come from the network's name. */
static const char *records_parameter(struct paje_reader *reader,
                                     const char *text)
{
    struct weft_trace_info *info = &reader->params.info;
    uint64_t unit = info->unit_ns, step = info->step;
    char *copy = strdup(text);
    if (!copy)
        return paje_starve(reader);
    enum weft_error_kind wrong = params_read(&reader->params, copy);
    free(copy);
    info->unit_ns = unit;
    info->step = step;
    reader->stated = true;
    reader->records++;
    if (wrong == WEFT_ERROR_MEMORY)
        return paje_starve(reader);
    return wrong ? reader->params.wrong : NULL;
}

static const char *records_value(struct paje_reader *reader)
{
    if (reader->own && reader->field[FIELD_NAME] &&
        !strcmp(reader->field[FIELD_TYPE], PAJE_OWN_PARAMETER))
        return records_parameter(reader, reader->field[FIELD_NAME]);
    int32_t type = paje_type(reader, reader->field[FIELD_TYPE]);
    const char *name = reader->field[FIELD_NAME];
    if (type < 0)
        return NULL;
    int32_t value = paje_value(reader, type, name ? name : "");
    int32_t *alias = value < 0 ? NULL
                               : paje_target(reader, SPACE_VALUE, type, 0,
                                             records_alias(reader));
    if (alias)
        *alias = value;
    reader->records++;
    return NULL;
}

/* ---- containers ---------------------------------------------------------- */

struct paje_container *paje_container(struct paje_reader *reader,
                                      const char *text)
{
    int32_t *index = paje_target(reader, SPACE_CONTAINER, 0, 0, text);
    return index && *index >= 0 ? &reader->container[*index] : NULL;
}

/* Recognise weft's own files by the name of the network, which contains the
 * time unit and the step. */
static void records_recognise(struct paje_reader *reader, const char *name)
{
    struct weft_trace_info *info = &reader->params.info;
    int64_t unit, step;
    size_t unit_length = strlen(PAJE_OWN_UNIT);
    if (reader->containers != 1 ||
        strncmp(name, PAJE_OWN_UNIT, unit_length) != 0 ||
        parse_number(name + unit_length, &name, 1, INT64_MAX, &unit) ||
        strncmp(name, PAJE_OWN_STEP, strlen(PAJE_OWN_STEP)) != 0 ||
        parse_number(name + strlen(PAJE_OWN_STEP), NULL, 0, INT64_MAX, &step))
        return;
    reader->own = true;
    reader->unit_ns = unit;
    info->unit_ns = (uint64_t)unit;
    info->step = (uint64_t)step;
}

const char *paje_create(struct paje_reader *reader)
{
    const char *name = reader->field[FIELD_NAME];
    const char *around = reader->field[FIELD_CONTAINER];
    int32_t *parent, *own;
    name = name && *name ? name : records_alias(reader);
    if (reader->containers == WEFT_TRACE_PROCESSORS_MAX)
        return "more than 1048576 containers";
    records_recognise(reader, name);
    int64_t number = texts_number(&reader->names, name);
    if (number < 0 ||
        array_grow(&reader->container, &reader->container_capacity,
                   reader->containers + 1, sizeof *reader->container))
        return paje_starve(reader);
    parent = paje_target(reader, SPACE_CONTAINER, 0, 0, around ? around : "0");
    uint32_t outer = parent && *parent >= 0 ? (uint32_t)*parent : 0;
    own = parent ? paje_target(reader, SPACE_CONTAINER, 0, 0,
                               records_alias(reader))
                 : NULL;
    if (!own)
        return NULL;
    int32_t index = (int32_t)reader->containers;
    *own = index;
    reader->container[reader->containers++] = (struct paje_container){
        .parent = outer,
        .name = (uint32_t)number,
        .first = INT64_MAX,
        .last = INT64_MIN,
    };
    reader->records++;
    return records_also(reader, SPACE_CONTAINER, 0, index);
}

/* ---- states -------------------------------------------------------------- */

static void records_pop(struct paje_reader *reader, struct paje_stack *stack)
{
    struct paje_slice *slice = &reader->slice[stack->innermost - 1];
    slice->end = reader->time;
    slice->open = false;
    stack->innermost = slice->outer;
}

static void records_empty(struct paje_reader *reader, struct paje_stack *stack)
{
    while (stack->innermost)
        records_pop(reader, stack);
}

/* Return the stack of states that a record refers to. Return NULL with the
 * reason in *wrong, or if out of memory. */
static struct paje_stack *records_stack(struct paje_reader *reader,
                                        int32_t *type, const char **wrong)
{
    struct paje_container *container =
        paje_container(reader, reader->field[FIELD_CONTAINER]);
    *wrong = container || reader->starved ? NULL : "an unknown container";
    *type = container ? paje_type(reader, reader->field[FIELD_TYPE]) : -1;
    if (*type < 0)
        return NULL;
    int32_t index = (int32_t)(container - reader->container);
    int32_t *target = paje_target(reader, SPACE_STACK, index, *type, "");
    if (!target || array_grow(&reader->stack, &reader->stack_capacity,
                              reader->stacks + 1, sizeof *reader->stack)) {
        paje_starve(reader);
        return NULL;
    }
    if (*target < 0) {
        *target = (int32_t)reader->stacks;
        reader->stack[reader->stacks++] = (struct paje_stack){
            .container = (uint32_t)index, .time = INT64_MIN};
    }
    struct paje_stack *stack = &reader->stack[*target];
    if (!stack->listed) {
        stack->listed = true;
        stack->next = container->stacks;
        container->stacks = (uint32_t)*target + 1;
    }
    if (reader->time < stack->time) {
        *wrong = "the time is earlier than before";
        return NULL;
    }
    stack->time = reader->time;
    container->used = true;
    if (reader->time < container->first)
        container->first = reader->time;
    if (reader->time > container->last)
        container->last = reader->time;
    reader->records++;
    return stack;
}

static const char *records_state(struct paje_reader *reader, bool empties)
{
    const char *wrong;
    int32_t type;
    struct paje_stack *stack = records_stack(reader, &type, &wrong);
    if (!stack)
        return wrong;
    int32_t value = paje_value(reader, type, reader->field[FIELD_VALUE]);
    if (value < 0 || array_grow(&reader->slice, &reader->slice_capacity,
                                reader->slices + 1, sizeof *reader->slice))
        return paje_starve(reader);
    if (empties)
        records_empty(reader, stack);
    reader->slice[reader->slices] = (struct paje_slice){
        .start = reader->time,
        .end = reader->time,
        .order = reader->slices,
        .outer = stack->innermost,
        .container = stack->container,
        .value = (uint32_t)value,
        .meaning = reader->meaning[value],
        .open = true,
    };
    stack->innermost = ++reader->slices;
    return NULL;
}

static const char *records_set(struct paje_reader *reader)
{
    return records_state(reader, true);
}

static const char *records_push(struct paje_reader *reader)
{
    return records_state(reader, false);
}

static const char *records_end(struct paje_reader *reader, bool all)
{
    const char *wrong;
    int32_t type;
    struct paje_stack *stack = records_stack(reader, &type, &wrong);
    if (!stack)
        return wrong;
    if (!stack->innermost)
        reader->skipped[SKIPPED_POPS] += !all;
    else if (all)
        records_empty(reader, stack);
    else
        records_pop(reader, stack);
    return NULL;
}

static const char *records_pop_state(struct paje_reader *reader)
{
    return records_end(reader, false);
}

static const char *records_reset(struct paje_reader *reader)
{
    return records_end(reader, true);
}

static const char *records_destroy(struct paje_reader *reader)
{
    const char *name = records_alias(reader);
    /* the field that older files have instead of the name */
    const char *other = reader->field[FIELD_CONTAINER];
    struct paje_container *container =
        paje_container(reader, !*name && other ? other : name);
    if (!container)
        return reader->starved ? NULL : "an unknown container";
    if (reader->time < container->last)
        return "the time is earlier than before";
    for (uint32_t i = container->stacks; i; i = reader->stack[i - 1].next) {
        struct paje_stack *stack = &reader->stack[i - 1];
        if (stack->innermost)
            container->last = reader->time;
        records_empty(reader, stack);
        stack->time = reader->time;
        stack->listed = false;
    }
    container->stacks = 0;
    reader->records++;
    return NULL;
}

/* ---- records that a trace cannot represent ------------------------------- */

static const char *records_variable(struct paje_reader *reader)
{
    /* in weft's own files, links contain the same information */
    reader->skipped[SKIPPED_VARIABLES] += !reader->own;
    reader->records++;
    return NULL;
}

/* Process an event: "store 12" or "mark 12" in weft's own files, where the
 * number is optional. */
static const char *records_event(struct paje_reader *reader)
{
    const char *value = reader->field[FIELD_VALUE];
    bool store = !strncmp(value, "store", 5);
    int64_t number = -1;
    reader->records++;
    const char *rest = value + (store ? 5 : 4);
    struct paje_container *container =
        reader->own ? paje_container(reader, reader->field[FIELD_CONTAINER])
                    : NULL;
    if (reader->starved)
        return NULL;
    if (!container || (!store && strncmp(value, "mark", 4) != 0) ||
        (*rest && parse_number(rest + 1, NULL, 0, INT32_MAX, &number))) {
        reader->skipped[SKIPPED_EVENTS]++;
        return NULL;
    }
    if (array_grow(&reader->mark, &reader->mark_capacity, reader->marks + 1,
                   sizeof *reader->mark))
        return paje_starve(reader);
    reader->mark[reader->marks++] = (struct paje_mark){
        reader->time, (uint32_t)(container - reader->container),
        (int32_t)number, store};
    return NULL;
}

#define NEEDS(field) (1u << FIELD_##field)
#define STATE (NEEDS(TIME) | NEEDS(TYPE) | NEEDS(CONTAINER))
#define LINK (NEEDS(TIME) | NEEDS(TYPE) | NEEDS(KEY))
const struct paje_record paje_records[] = {
    {"PajeDefineContainerType", 0, records_type},
    {"PajeDefineStateType", 0, records_type},
    {"PajeDefineEventType", 0, records_type},
    {"PajeDefineVariableType", 0, records_type},
    {"PajeDefineLinkType", 0, records_type},
    {"PajeDefineEntityValue", NEEDS(TYPE), records_value},
    {"PajeCreateContainer", 0, paje_create},
    {"PajeDestroyContainer", NEEDS(TIME), records_destroy},
    {"PajeSetState", STATE | NEEDS(VALUE), records_set},
    {"PajePushState", STATE | NEEDS(VALUE), records_push},
    {"PajePopState", STATE, records_pop_state},
    {"PajeResetState", STATE, records_reset},
    {"PajeStartLink", LINK | NEEDS(FROM), paje_start_link},
    {"PajeEndLink", LINK | NEEDS(TO), paje_end_link},
    {"PajeSetVariable", NEEDS(TIME), records_variable},
    {"PajeAddVariable", NEEDS(TIME), records_variable},
    {"PajeSubVariable", NEEDS(TIME), records_variable},
    {"PajeNewEvent", STATE | NEEDS(VALUE), records_event},
    {NULL, 0, NULL},
};
