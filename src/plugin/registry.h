/* Tables of what plug-ins register: strategies, problems, networks. Rows are
 * only ever added and stay until the process ends, so readers need no lock. */
#ifndef WEFT_SRC_PLUGIN_REGISTRY_H
#define WEFT_SRC_PLUGIN_REGISTRY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <weft/error.h>

enum registry_kind {
    REGISTRY_STRATEGIES,
    REGISTRY_PROBLEMS,
    REGISTRY_NETWORKS
};

/* Make a row of what was registered, which stays where it is.
 *
 * name  its own, or else that of its file; NULL: neither has one
 * kept  filled: the copy that the row has of its name
 * NULL: refused, or no memory. Called under the registry's lock. */
typedef void *registry_make(const void *own, const char *name,
                            const char **kept, struct weft_error *err);

struct registry {
    enum registry_kind kind;
    registry_make *make;
    size_t most;
    void **row; /* [most], of which [count]; written before count grows */
    pthread_mutex_t lock; /* to add a row */
    atomic_size_t count;
};

/* The i-th row; NULL past the end. Any thread. */
void *registry_row(struct registry *registry, size_t i);

/* Add a row, and note its name with the file that this thread is opening, if it
 * opens one. The first error of a file is told by weft_plugin_open().
 *
 * name, problem  as the plug-in gives them; NULL: none
 * version        of the headers that it was compiled with
 * 0, or -1. Any thread. */
int registry_add(struct registry *registry, const void *own, const char *name,
                 const char *problem, const char *version);

#endif
