/* Names for a signal to remove: a table that its handler can read at any time.
 */
#include "place-names.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include <weft/trace.h>

#define NAMES 32

/* What a handler of signals may read: in use, the path is whole. */
static struct name {
    atomic_bool taken, whole;
    char path[PATH_MAX];
} names[NAMES];

void place_name_add(const char *path)
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

void place_name_remove(const char *path)
{
    for (int i = 0; i < NAMES; i++)
        if (atomic_load(&names[i].whole) && !strcmp(names[i].path, path)) {
            atomic_store(&names[i].whole, false);
            atomic_store(&names[i].taken, false);
            return;
        }
}

void weft_files_abandon(void)
{
    for (int i = 0; i < NAMES; i++)
        if (atomic_load(&names[i].whole))
            unlink(names[i].path);
}
