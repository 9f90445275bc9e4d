/* Info objects. */
#include "info.h"
#include <string.h>

/* MPI_INFO_ENV: keys known before the program starts. */
static char level_key[] = "thread_level", info_level[] = "MPI_THREAD_FUNNELED";
static struct info_pair environment_pairs[] = {
    {level_key, info_level},
};
static struct info environment = {.count = 1, .pair = environment_pairs};

struct info *info_of(const struct rank *rank, MPI_Info handle)
{
    if (handle == MPI_INFO_ENV)
        return &environment;
    return handle_object(rank, HANDLE_INFO, handle);
}

struct info *info_new(struct rank *rank)
{
    return rank_alloc(rank, sizeof(struct info));
}

static char *data_info_copy(struct rank *rank, const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(rank_alloc(rank, size), text, size);
}

int info_find(const struct info *info, const char *key)
{
    for (int i = 0; i < info->count; i++)
        if (strcmp(info->pair[i].key, key) == 0)
            return i;
    return -1;
}

void info_set(struct rank *rank, struct info *info, const char *key,
              const char *value)
{
    int at = info_find(info, key);
    if (at < 0) {
        at = info->count++;
        info->pair = rank_realloc(rank, info->pair,
                                  (size_t)info->count * sizeof *info->pair);
        info->pair[at] = (struct info_pair){.key = data_info_copy(rank, key)};
    }
    char *old = info->pair[at].value;
    info->pair[at].value = data_info_copy(rank, value);
    rank_free(rank, old);
}

struct info *info_copy(struct rank *rank, const struct info *info)
{
    struct info *to = info_new(rank);
    for (int i = 0; info && i < info->count; i++)
        info_set(rank, to, info->pair[i].key, info->pair[i].value);
    return to;
}

void info_destroy(struct rank *rank, struct info *info)
{
    if (!info || info == &environment)
        return;
    for (int i = 0; i < info->count; i++) {
        rank_free(rank, info->pair[i].key);
        rank_free(rank, info->pair[i].value);
    }
    rank_free(rank, info->pair);
    rank_free(rank, info);
}

void *info_dup(struct rank *rank, MPI_Info handle)
{
    const struct info *info = info_of(rank, handle);
    return info ? info_copy(rank, info) : NULL;
}

MPI_Info info_handle(struct rank *rank, const void *info)
{
    return handle_new(rank, HANDLE_INFO, info_copy(rank, info));
}
