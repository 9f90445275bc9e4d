/* Finds the processors of one trace in another one by name, in rounds. Each
 * round derives keys from the remaining names and pairs processors with equal
 * keys. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/text/who.h"
#include "stats.h"

struct named_processor {
    char *key; /* owned */
    int rank;
};

struct named_list {
    const struct weft_trace_info *info;
    /* [processors] name, borrowed; NULL: without a name, or already paired */
    const char **name;
    struct named_processor *left; /* [count] processors that this round can
                                     pair, sorted by key and rank */
    size_t count;
};

/* ---- keys ---------------------------------------------------------------- */

static char *same_whole(const char *name)
{
    return strdup(name);
}

/* Return the position of " (pid 42 tid 7)" in a name, or the start of a name
 * that consists of "pid 42 tid 7", or NULL. */
static const char *same_ids(const char *name)
{
    const char *ids = NULL;
    if (!strncmp(name, "pid ", 4))
        return name;
    for (const char *at = name; (at = strstr(at, " (pid ")); at++)
        ids = at;
    return ids;
}

static char *same_without_ids(const char *name)
{
    const char *ids = same_ids(name);
    return ids ? strndup(name, (size_t)(ids - name)) : strdup(name);
}

/* Return whether a number of this length is one of the ids at the end of the
 * name. */
static bool same_is_id(const char *ids, const char *digits, size_t length)
{
    for (const char *at = ids; (at = strpbrk(at, "0123456789"));) {
        size_t its = strspn(at, "0123456789");
        if (its == length && !strncmp(at, digits, length))
            return true;
        at += its;
    }
    return false;
}

/* Replace ids in a name: "python3: thread 3 (pid 42 tid 3)" becomes "python3:
 * thread #". */
static char *same_blanked(const char *name)
{
    char *key = same_without_ids(name), *to = key;
    const char *ids = same_ids(name);
    bool word = true; /* whether the current character begins a word */
    for (const char *from = key; key && ids && *from;) {
        size_t length = strspn(from, "0123456789");
        bool blank = word && length && !isalnum((unsigned char)from[length]) &&
                     same_is_id(ids, from, length);
        word = !isalnum((unsigned char)*from) && *from != '.';
        size_t kept = length ? length : 1;
        memmove(to, blank ? "#" : from, blank ? 1 : kept);
        to += blank ? 1 : kept;
        from += kept;
    }
    if (key && ids)
        *to = 0;
    return key;
}

static const struct same_round {
    char *(*key)(const char *name); /* returns the key of a name, or NULL if out
                                       of memory */
    bool repeated; /* whether to pair keys that occur more than once */
    bool guesses;
} same_rounds[] = {
    {same_whole, false, false},
    {same_without_ids, false, false},
    {same_without_ids, true, true},
    {same_blanked, true, true},
};

/* ---- lists --------------------------------------------------------------- */

/* Collect the names of the processors. Return 0, or -1 if out of memory. */
static int same_list_init(struct named_list *list,
                          const struct weft_trace_info *info)
{
    size_t processors = (size_t)info->processors;
    *list = (struct named_list){.info = info};
    list->name = calloc(processors + 1, sizeof *list->name);
    list->left = calloc(processors + 1, sizeof *list->left);
    if (!list->name || !list->left)
        return -1;
    for (size_t i = 0; i < info->parameters; i++) {
        const struct weft_parameter *parameter = &info->parameter[i];
        int64_t rank;
        if (!strncmp(parameter->key, WHO_KEY, strlen(WHO_KEY)) &&
            !parse_number(parameter->key + strlen(WHO_KEY), NULL, 0,
                          info->processors - 1, &rank) &&
            !list->name[rank])
            list->name[rank] = parameter->value;
    }
    return 0;
}

static void same_list_forget(struct named_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->left[i].key);
    list->count = 0;
}

static void same_list_finish(struct named_list *list)
{
    if (list->left)
        same_list_forget(list);
    free(list->left);
    free(list->name);
}

static int same_compare(const void *a, const void *b)
{
    const struct named_processor *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order ? order : (x->rank > y->rank) - (x->rank < y->rank);
}

static int same_list_keys(struct named_list *list,
                          const struct same_round *round)
{
    same_list_forget(list);
    for (int rank = 0; rank < list->info->processors; rank++) {
        struct named_processor *next = &list->left[list->count];
        if (!list->name[rank])
            continue;
        *next = (struct named_processor){round->key(list->name[rank]), rank};
        if (!next->key)
            return -1;
        list->count++;
    }
    qsort(list->left, list->count, sizeof *list->left, same_compare);
    return 0;
}

/* Return the number of consecutive entries from index `from` on that have the
 * same key. */
static size_t same_group(const struct named_list *list, size_t from)
{
    size_t at = from;
    while (at < list->count &&
           !strcmp(list->left[at].key, list->left[from].key))
        at++;
    return at - from;
}

/* ---- rounds -------------------------------------------------------------- */

static void same_pair(struct named_list *a, struct named_list *b,
                      const struct same_round *round,
                      struct weft_same_processor *same)
{
    size_t i = 0, j = 0;
    while (i < a->count && j < b->count) {
        int order = strcmp(a->left[i].key, b->left[j].key);
        size_t ours = order > 0 ? 0 : same_group(a, i);
        size_t theirs = order < 0 ? 0 : same_group(b, j);
        size_t both = ours < theirs ? ours : theirs;
        if (!round->repeated && (ours > 1 || theirs > 1))
            both = 0;
        for (size_t k = 0; k < both; k++) {
            int rank = a->left[i + k].rank, other = b->left[j + k].rank;
            same[rank] = (struct weft_same_processor){other, round->guesses};
            a->name[rank] = b->name[other] = NULL;
        }
        i += ours;
        j += theirs;
    }
}

/* Pair processors that have no name with the same rank in the other trace. */
static void same_nameless(const struct named_list *a,
                          const struct named_list *b,
                          struct weft_same_processor *same)
{
    for (int rank = 0; rank < a->info->processors; rank++) {
        bool both =
            rank < b->info->processors && !a->name[rank] && !b->name[rank];
        same[rank] = (struct weft_same_processor){both ? rank : -1, false};
    }
}

int weft_processors_match(const struct weft_trace_info *a,
                          const struct weft_trace_info *b,
                          struct weft_same_processor *same,
                          struct weft_error *err)
{
    struct named_list ours, theirs;
    if (!is_trace(a) || !is_trace(b))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "no trace");
    int status = same_list_init(&ours, a);
    status |= same_list_init(&theirs, b);
    if (!status)
        same_nameless(&ours, &theirs, same);
    for (size_t i = 0; i < sizeof same_rounds / sizeof *same_rounds; i++) {
        if (status || same_list_keys(&ours, &same_rounds[i]) ||
            same_list_keys(&theirs, &same_rounds[i])) {
            status = -1;
            break;
        }
        same_pair(&ours, &theirs, &same_rounds[i], same);
    }
    same_list_finish(&ours);
    same_list_finish(&theirs);
    return status ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory") : 0;
}
