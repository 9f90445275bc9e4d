/* The names of slices: each once, with a number. */
#include "document.h"

#include "base/base.h"
#include "base/mix.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(const char *name)
{
    uint64_t hash = 0;
    for (; *name; name++)
        hash = mix_two(hash, (unsigned char)*name);
    return hash;
}

/* Open addressing, never more than half full. */
static uint32_t *find(const struct chrome_names *names, const char *name)
{
    size_t i = hash_of(name) & (names->buckets - 1);
    for (;; i = (i + 1) & (names->buckets - 1)) {
        uint32_t number = names->bucket[i];
        if (!number || !strcmp(names->name[number - 1], name))
            return &names->bucket[i];
    }
}

static int grow(struct chrome_names *names)
{
    mix_begin();
    size_t buckets = names->buckets ? 2 * names->buckets : 64;
    uint32_t *bucket = calloc(buckets, sizeof *bucket);
    if (!bucket)
        return -1;
    free(names->bucket);
    names->bucket = bucket;
    names->buckets = buckets;
    for (size_t i = 0; i < names->count; i++)
        *find(names, names->name[i]) = (uint32_t)i + 1;
    return 0;
}

int64_t chrome_name(struct chrome_names *names, const char *name)
{
    if (2 * names->count >= names->buckets && grow(names))
        return -1;
    uint32_t *bucket = find(names, name);
    if (*bucket)
        return (int64_t)*bucket - 1;
    if (array_grow(&names->name, &names->capacity, names->count + 1,
                   sizeof *names->name) ||
        !(names->name[names->count] = strdup(name)))
        return -1;
    *bucket = (uint32_t)++names->count;
    return (int64_t)*bucket - 1;
}

void chrome_names_finish(struct chrome_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->name[i]);
    free(names->name);
    free(names->bucket);
}
