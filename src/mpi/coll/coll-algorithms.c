/* The selectable algorithms of collective calls. */
#include "mpi/coll/coll.h"
#include "mpi/world.h"

#include <string.h>

static const char *const coll_words[] = {"barrier",   "bcast",   "reduce",
                                         "allreduce", "gather",  "scatter",
                                         "allgather", "alltoall"};

const char *const weft_mpi_collectives[] = {"barrier=dissemination",
                                            "barrier=central",
                                            "bcast=binomial",
                                            "bcast=naive",
                                            "reduce=binomial",
                                            "reduce=naive",
                                            "allreduce=recursive-doubling",
                                            "allreduce=reduce-broadcast",
                                            "gather=binomial",
                                            "gather=linear",
                                            "scatter=binomial",
                                            "scatter=linear",
                                            "allgather=bruck",
                                            "allgather=ring",
                                            "alltoall=spread-out",
                                            "alltoall=rounds",
                                            "alltoall=bruck",
                                            NULL};

bool coll_chosen(const struct coll *c, enum coll_kind which, const char *name)
{
    const char *const *chosen = c->rank->world->settings->collective;
    size_t length = strlen(coll_words[which]);
    bool is = false;
    for (size_t i = 0; chosen && chosen[i]; i++)
        if (strncmp(chosen[i], coll_words[which], length) == 0 &&
            chosen[i][length] == '=')
            is = strcmp(chosen[i] + length + 1, name) == 0;
    return is;
}
