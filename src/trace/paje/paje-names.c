/* Resolves names in a paje file. An alias or a name refers to a type, a
 * container or a value; the name of a value determines the meaning of a
 * state. */
#include "paje-file.h"

#include "base/base.h"
#include "base/text/who.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAJE_NAMES_NAME_BYTES 64

int32_t *paje_target(struct paje_reader *reader, enum paje_space space,
                     int32_t scope, int32_t other, const char *text)
{
    size_t length = strlen(text) + 40;
    reader->starved = true;
    if (array_grow(&reader->key, &reader->key_capacity, length, 1))
        return NULL;
    snprintf(reader->key, length, "%d %d %d %s", space, scope, other, text);
    int64_t number = texts_number(&reader->references, reader->key);
    size_t count = reader->references.count;
    bool fresh = number >= 0 && (size_t)number + 1 == count;
    size_t before = reader->target_capacity;
    if (number < 0 || array_grow(&reader->target, &reader->target_capacity,
                                 count, sizeof *reader->target))
        return NULL;
    for (size_t i = before; i < reader->target_capacity && fresh; i++)
        reader->target[i] = -1;
    reader->starved = false;
    return &reader->target[number];
}

int32_t paje_type(struct paje_reader *reader, const char *text)
{
    int32_t *type = paje_target(reader, SPACE_TYPE, 0, 0, text);
    if (!type)
        return -1;
    if (*type < 0)
        *type = reader->types++;
    return *type;
}

/* ---- meanings of states -------------------------------------------------- */

/* Return whether a word of the name begins with `stem`. A word begins after a
 * character that is not a letter, and at a capital letter after a lower-case
 * one. */
static bool names_word(const char *name, const char *stem)
{
    size_t length = strlen(stem);
    for (const char *at = name; *at; at++) {
        bool begins =
            at == name || !isalpha((unsigned char)at[-1]) ||
            (isupper((unsigned char)*at) && islower((unsigned char)at[-1]));
        if (begins && !strncasecmp(at, stem, length))
            return true;
    }
    return false;
}

static enum paje_meaning names_meaning(const char *name)
{
    static const struct {
        const char *word;
        enum paje_meaning meaning;
        bool whole; /* whether the word must be the whole name of the value */
    } words[] = {
        {"nothing", MEANS_IDLE, true},     {"doing nothing", MEANS_IDLE, true},
        {"not created", MEANS_IDLE, true}, {"idle", MEANS_IDLE, false},
        {"blocked", MEANS_SLEEP, true},    {"sleep", MEANS_SLEEP, false},
        {"suspend", MEANS_SLEEP, false},   {"barrier", MEANS_WAIT, false},
        {"wait", MEANS_WAIT, false},       {"mpi", MEANS_CALL, false},
        {"pmpi", MEANS_CALL, false},       {"sendrecv", MEANS_CALL, false},
        {"send", MEANS_SEND, false},       {"recv", MEANS_RECEIVE, false},
        {"receive", MEANS_RECEIVE, false}, {"receiving", MEANS_RECEIVE, false},
        {"communicat", MEANS_CALL, false}, {"overhead", MEANS_CALL, true},
        {"call", MEANS_CALL, true},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].whole ? !strcasecmp(name, words[i].word)
                           : names_word(name, words[i].word))
            return words[i].meaning;
    return MEANS_COMPUTE;
}

/* Return the index of a name, and set its meaning if it is new; -1 if out of
 * memory. */
static int32_t names_number(struct paje_reader *reader, const char *text)
{
    char name[TASK_NAME_BYTES];
    text_cut(name, sizeof name, text);
    size_t before = reader->values.count;
    if (array_grow(&reader->meaning, &reader->meaning_capacity, before + 1, 1))
        return -1;
    int64_t number = texts_number(&reader->values, name);
    if (reader->values.count > before)
        reader->meaning[before] = (uint8_t)names_meaning(name);
    return (int32_t)number;
}

int32_t paje_value(struct paje_reader *reader, int32_t type, const char *text)
{
    int32_t *value = paje_target(reader, SPACE_VALUE, type, 0, text);
    if (value && *value < 0) {
        *value = names_number(reader, text);
        reader->starved = *value < 0;
    }
    return value ? *value : -1;
}

/* ---- parameters ---------------------------------------------------------- */

static int paje_names_names_add(struct paje_reader *reader, const char *what,
                                size_t number, const char *text)
{
    if (!*text)
        return 0;
    enum weft_error_kind wrong = params_add_name(&reader->params, what, number,
                                                 text, reader->values.count);
    reader->skipped[SKIPPED_NAMES] += wrong == WEFT_ERROR_FORMAT;
    return wrong == WEFT_ERROR_MEMORY ? -1 : 0;
}

/* Recognise the name of a processor in weft's own files, such as "P00005 rx
 * name". Return the rest of the text, or NULL. */
static const char *names_own(const char *name, int64_t *rank)
{
    if (*name != 'P' || !isdigit((unsigned char)name[1]) ||
        parse_number(name + 1, &name, 0, WEFT_TRACE_PROCESSORS_MAX - 1, rank))
        return NULL;
    if (!strncmp(name, " tx", 3) || !strncmp(name, " rx", 3))
        name += 3;
    return name + (*name == ' ');
}

/* Name a processor after its container and the enclosing ones, as in "CPU0
 * (node 1, program)", because the name of the container alone may not be
 * unique. */
static int names_path(struct paje_reader *reader,
                      const struct paje_container *container)
{
    char path[4 * PAJE_NAMES_NAME_BYTES], cut[PAJE_NAMES_NAME_BYTES];
    const struct paje_container *all = reader->container;
    const char *between = " (";
    size_t used = (size_t)snprintf(path, sizeof path, "%s",
                                   reader->names.text[container->name]);
    for (uint32_t i = container->parent;
         i != PAJE_NONE && all[i].parent != PAJE_NONE &&
         used < PAJE_NAMES_NAME_BYTES;
         i = all[i].parent) {
        used += (size_t)snprintf(path + used, sizeof path - used, "%s%s",
                                 between, reader->names.text[all[i].name]);
        between = ", ";
    }
    if (*between == ',' && used < sizeof path) /* if there is no room for ")",
                                                  the name is cut anyway */
        snprintf(path + used, sizeof path - used, ")");
    text_cut(cut, sizeof cut, path);
    return paje_names_names_add(reader, WHO_KEY, (size_t)container->rank, cut);
}

int paje_name_processors(struct paje_reader *reader)
{
    int *processors = &reader->params.info.processors;
    for (size_t i = 0; i < reader->containers; i++) {
        struct paje_container *container = &reader->container[i];
        const char *name = reader->names.text[container->name], *behind;
        int64_t rank = *processors;
        container->rank = -1;
        behind = reader->own ? names_own(name, &rank) : NULL;
        if (reader->own ? !behind : !container->used)
            continue;
        container->rank = (int32_t)rank;
        bool first = rank >= *processors;
        *processors = first ? (int)rank + 1 : *processors;
        if (reader->stated)
            continue;
        if (reader->own ? first && paje_names_names_add(reader, WHO_KEY,
                                                        (size_t)rank, behind)
                        : names_path(reader, container))
            return -1;
    }
    return 0;
}

int paje_name_tasks(struct paje_reader *reader, const bool *used)
{
    for (size_t i = 0; i < reader->values.count; i++)
        if (used[i] &&
            paje_names_names_add(reader, "task.", i, reader->values.text[i]))
            return -1;
    return 0;
}
