/* Synonyms from the literature, MPI and other programs: one table for commands,
 * options, problems, models, networks, ...; a row applies if its name is among
 * the known names. */
#include "base/text/synonyms.h"

#include "base/base.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct synonym {
    const char *words; /* list of synonyms, in folded form */
    const char *name;
    const char *hint; /* NULL: the name itself; after a final colon, the word's
                       * digits */
} synonyms[] = {
    /* commands */
    {"show open animate animation play watch display browse", "view", NULL},
    {"plot gantt draw chart picture graph image svg render", "figure", NULL},
    {"validate verify test lint judge", "check", NULL},
    {"search solve optimise optimize minimise minimize prove", "optimum", NULL},
    {"bounds limit least proof", "bound", NULL},
    {"diff versus vs bench benchmark sweep", "compare", NULL},
    {"simulate sim emulate exec execute start launch", "run", NULL},
    {"compile cc build mpicc", "mpi", "weft-mpicc"},
    {"mpirun mpiexec srun", "mpi", NULL},
    {"info ls describe explain about", "list", NULL},
    /* lists; before those of the command list, as a schema is named list */
    {"topologies topology", "networks", NULL},
    {"algorithms algorithm", "strategies", NULL},
    {"collectives collective", "problems", NULL},
    {"options parameters", "settings", NULL},
    {"commands", "problems", "weft --help"},
    /* the command list */
    {"networks topologies", "list", "list networks"},
    {"models ports", "list", "list models"},
    {"problems collectives", "list", "list problems"},
    {"strategies algorithms", "list", "list strategies"},
    {"settings parameters", "list", "list settings"},
    {"formats", "list", "list formats"},
    {"engines", "list", "list engines"},
    {"goals", "list", "list goals"},
    {"figures", "list", "list figures"},
    {"export translate import", "convert", NULL},
    {"statistics profile summary analyse analyze metrics", "stats", NULL},
    {"congestion contention", "replay", NULL},
    /* problems */
    {"bcast one-to-all ibcast", "broadcast", NULL},
    {"gossip gossiping all-to-all-broadcast allgatherv", "allgather", NULL},
    {"personalized personalised total-exchange complete-exchange alltoallv "
     "transpose",
     "alltoall", NULL},
    {"accumulate combine all-to-one", "reduce", NULL},
    {"global-sum allsum", "allreduce", NULL},
    {"prefix prefix-sum", "scan", NULL},
    {"sync synchronise synchronize", "barrier", NULL},
    {"distribute scatterv", "scatter", NULL},
    {"collect gatherv", "gather", NULL},
    {"pipeline pipelined", "stream", NULL},
    {"matrix-vector mat-vec gemv mxv", "matvec", NULL},
    {"gaussian elimination lu", "gauss", NULL},
    /* models */
    {"1-port single-port half-duplex telephone", "one-port", NULL},
    {"full-duplex duplex 1-port-duplex", "one-port-duplex", NULL},
    {"multi-port multiport k-port n-port", "all-port", NULL},
    {"multicast", "shouting", NULL},
    {"logp loggp postal hockney alpha-beta", "shouting", "--cost"},
    /* networks */
    {"cube q ncube n-cube", "hypercube", "hypercube:"},
    {"grid lattice", "mesh", NULL},
    {"clique k fully-connected full crossbar all-to-all", "complete",
     "complete:"},
    {"cycle circle c", "ring", "ring:"},
    {"path chain linear array", "line", NULL},
    {"binary-tree btree", "tree", NULL},
    {"hub", "star", NULL},
    {"clos", "fat-tree", NULL},
    {"flattened-butterfly hamming", "hyperx", NULL},
    {"gnp regular", "random", NULL},
    /* synonyms of strategies */
    {"tree mst", "binomial", NULL},
    {"doubling rd", "recursive-doubling", NULL},
    {"halving", "recursive-halving", NULL},
    /* synonyms of formats and figures */
    {"perfetto catapult", "chrome", NULL},
    {"vite", "paje", NULL},
    {"text txt", "schedule", NULL},
    {"timeline", "gantt", NULL},
    {"heatmap", "matrix", NULL},
    /* options */
    {"algorithm algo alg method", "strategy", NULL},
    {"topology topo", "network", NULL},
    {"np nprocs procs ranks nodes processes processors p", "network",
     "-n complete:16"},
    {"verbose v debug", "show", NULL},
    {"verbose v debug", "json", NULL},
    {"quiet q silent", "json", ">/dev/null"},
    {"sort sort-by order-by", "csv", "--csv | sort"},
    {"markdown md latex tex table excel", "csv", NULL},
    {"markdown md latex tex table csv", "json", NULL},
    {"output out o outfile format", "trace", "--trace"},
    {"output out o outfile", "csv", "--csv >FILE"},
    {"output out o outfile", "json", "--json >FILE"},
    {"threads parallel workers cores", "jobs", NULL},
    {"message-size msg-size size length", "bytes", NULL},
    {"count elements", "vector", NULL},
    {"timeout", "limit", NULL},
    {"latency bandwidth alpha beta startup", "cost", NULL},
    /* costs */
    {"alpha latency startup", "ts", NULL},
    {"beta bandwidth", "tw", NULL},
    {"hop hops", "th", NULL},
};

bool word_fold(const char *word, char folded[FOLDED])
{
    static const char mpi[] = "mpi-";
    size_t length = 0, skipped = strspn(word, "-");
    for (const char *at = word + skipped; *at && length < FOLDED; at++)
        folded[length++] = *at == '_' ? '-' : (char)tolower((unsigned char)*at);
    if (length == FOLDED)
        return false;
    folded[length] = '\0';
    if (length >= sizeof mpi && !strncmp(folded, mpi, sizeof mpi - 1))
        memmove(folded, folded + sizeof mpi - 1, length - (sizeof mpi - 2));
    return true;
}

/* Return the known name that the row stands for, or NULL. */
static const char *synonym_name(const struct synonym *row,
                                const char *const *names)
{
    char folded[FOLDED];
    for (; *names; names++)
        if (word_fold(*names, folded) && !strcmp(folded, row->name))
            return *names;
    return NULL;
}

bool synonym_find(const char *folded, const char *const *names, char *hint,
                  size_t size)
{
    char plain[FOLDED]; /* the name without trailing digits: q for q4 */
    size_t length = strlen(folded);
    while (length && isdigit((unsigned char)folded[length - 1]))
        length--;
    snprintf(plain, sizeof plain, "%.*s", (int)length, folded);
    for (size_t i = 0; length && i < sizeof synonyms / sizeof *synonyms; i++) {
        const struct synonym *row = &synonyms[i];
        bool numbers = row->hint && row->hint[strlen(row->hint) - 1] == ':';
        bool numbered = numbers && folded[length];
        if (!word_listed(row->words, numbered ? plain : folded))
            continue;
        const char *name = synonym_name(row, names);
        if (!name)
            continue;
        snprintf(hint, size, "%.40s%.20s",
                 row->hint && numbers == numbered ? row->hint : name,
                 numbered ? folded + length : "");
        return true;
    }
    return false;
}
