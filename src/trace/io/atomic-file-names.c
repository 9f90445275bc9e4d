/* The table of files that a signal handler removes; the handler can read it at
 * any time. */
#include "atomic-file-names.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include <weft/trace.h>

#define NAMES 32

/* An entry of the table. The path is complete while `whole` is set. `turn`
 * changes when an entry is removed, because other threads continue while the
 * signal handler reads the table. */
static struct atomic_file_name {
    atomic_bool taken, whole;
    atomic_uint turn;
    char path[PATH_MAX];
} names[NAMES];

void atomic_file_name_add(const char *path)
{
    if (strlen(path) >= PATH_MAX)
        return;
    for (int i = 0; i < NAMES; i++) {
        bool no = false;
        if (!atomic_compare_exchange_strong(&names[i].taken, &no, true))
            continue;
        strcpy(names[i].path, path);
        atomic_store(&names[i].whole, true);
        return;
    }
}

void atomic_file_name_remove(const char *path)
{
    for (int i = 0; i < NAMES; i++)
        if (atomic_load(&names[i].whole) && !strcmp(names[i].path, path)) {
            atomic_store(&names[i].whole, false);
            atomic_fetch_add(&names[i].turn, 1);
            atomic_store(&names[i].taken, false);
            return;
        }
}

void weft_files_abandon(void)
{
    char path[PATH_MAX];
    for (int i = 0; i < NAMES; i++) {
        unsigned turn = atomic_load(&names[i].turn);
        if (!atomic_load(&names[i].whole))
            continue;
        memcpy(path, names[i].path, sizeof path);
        path[sizeof path - 1] = '\0';
        if (atomic_load(&names[i].turn) == turn)
            unlink(path);
    }
}
