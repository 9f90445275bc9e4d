/* Tables of what plug-ins register: strategies, problems, networks. Rows stay
 * until the process ends, even if others take their places, so readers need no
 * lock. */
#ifndef WEFT_SRC_PLUGIN_REGISTRY_H
#define WEFT_SRC_PLUGIN_REGISTRY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <weft/error.h>

enum registry_kind {
    REGISTRY_STRATEGIES,
    REGISTRY_PROBLEMS,
    REGISTRY_NETWORKS
};

/* Make a row for a registered object, which stays with the plug-in.
 *
 * name  name of the object or, if it has none, of its file; NULL: neither
 * kept  set to the row's copy of the name
 *
 * Returns NULL if the object is rejected or memory is short. Called under the
 * registry's lock. */
typedef void *registry_make(const void *own, const char *name,
                            const char **kept, struct weft_error *err);

struct registry {
    enum registry_kind kind;
    registry_make *make;
    size_t most;
    /* [most], of which `count` are valid; accessed atomically; written before
     * count grows */
    void **row;
    pthread_mutex_t lock; /* locked to add a row */
    atomic_size_t count;
    /* Return whether a row was forgotten, so that its place may be taken; the
     * row itself stays for its users. NULL: rows are never forgotten. */
    bool (*forgotten)(const void *row);
};

/* Return the i-th row, or NULL past the end. Thread-safe. */
void *registry_row(struct registry *registry, size_t i);

/* Add a row, and record its name in the file that this thread is opening, if
 * any. weft_plugin_open() reports the first error of a file.
 *
 * name, problem  from the plug-in; NULL: none
 * version        of the headers that the plug-in was compiled with
 * err            filled if the row is refused; may be NULL
 *
 * Returns 0 or -1. Thread-safe. */
int registry_add(struct registry *registry, const void *own, const char *name,
                 const char *problem, const char *version,
                 struct weft_error *err);

#endif
