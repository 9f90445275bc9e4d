/* The names of processors in a trace; few are needed, and only at the end. */
#include "names.h"

#include "base/base.h"
#include "base/text/who.h"

#include <stdlib.h>
#include <string.h>

int names_take(struct rank_names *names, const struct weft_trace_info *info)
{
    static const char key[] = WHO_KEY;
    for (size_t i = 0; i < info->parameters; i++) {
        const char *word = info->parameter[i].key;
        if (strncmp(word, key, sizeof key - 1) != 0)
            continue;
        int64_t rank;
        if (parse_number(word + sizeof key - 1, NULL, 0,
                         (int64_t)info->processors - 1, &rank))
            continue;
        char *name = strdup(info->parameter[i].value);
        if (!name || array_grow(&names->of, &names->capacity, names->count + 1,
                                sizeof *names->of)) {
            free(name);
            return -1;
        }
        names->of[names->count++] = (struct named_rank){(int)rank, name};
    }
    return 0;
}

const char *names_get(const struct rank_names *names, int rank)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->of[i].rank == rank)
            return names->of[i].name;
    return NULL;
}

void names_finish(struct rank_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->of[i].name);
    free(names->of);
}
