/* A cluster as SimGrid describes it, and the network that it becomes. Times are
 * in ns, bandwidths in words of 8 bytes per ns. */
#ifndef WEFT_SRC_NETWORK_SIMGRID_H
#define WEFT_SRC_NETWORK_SIMGRID_H

#include "network/file/draft.h"

#define CLUSTER_LEVELS_MAX 16
#define CLUSTER_TEXT_MAX 256

/* How the two directions of a link, and the messages on it, share it. */
enum cluster_sharing { CLUSTER_DUPLEX, CLUSTER_SHARED, CLUSTER_FATPIPE };

struct cluster_link {
    double latency, bandwidth; /* bandwidth 0: there is no such link */
    enum cluster_sharing sharing;
};

struct cluster {
    struct file_draft *draft;
    char id[CLUSTER_TEXT_MAX], prefix[CLUSTER_TEXT_MAX],
        suffix[CLUSTER_TEXT_MAX];
    int *number; /* [hosts] numbers in the names of the hosts, owned */
    size_t hosts, room;
    struct cluster_link link, backbone, limiter;
    int levels; /* dimensions of a torus, levels of a fat tree */
    int down[CLUSTER_LEVELS_MAX];  /* their extents; children of a switch */
    int up[CLUSTER_LEVELS_MAX];    /* parents of a vertex, by its level */
    int count[CLUSTER_LEVELS_MAX]; /* links to each parent */
};

/* All return 0, or -1 with draft->err set. */

/* ---- cluster-values.c: texts ---- */

/* Parse a time in ns, as "50us", or a bandwidth in words per ns, as "125MBps".
 * A number without a unit is in seconds, or bytes per second. */
int cluster_time(struct file_draft *draft, const char *name, const char *text,
                 double *time);
int cluster_speed(struct file_draft *draft, const char *name, const char *text,
                  double *speed);
/* Parse the numbers of the hosts, as "0-3,7". */
int cluster_radical(struct cluster *cluster, const char *text);
/* Parse numbers that are separated by commas, up to a semicolon, and advance
 * *text. @returns their number, at most `most` */
int cluster_numbers(struct file_draft *draft, const char **text, int number[],
                    int most);

/* ---- vertices and links, and the rule of routes that are not the usual ones:
 * cluster-flat.c, cluster-torus.c, cluster-fat-tree.c, cluster-dragonfly.c
 * ---- */

int cluster_flat(struct cluster *cluster, const char *parameters);
int cluster_torus(struct cluster *cluster, const char *parameters);
int cluster_fat_tree(struct cluster *cluster, const char *parameters);
int cluster_dragonfly(struct cluster *cluster, const char *parameters);

/* Declare a switch whose name is that of the cluster, and a text.
 * @returns its vertex */
int cluster_switch(struct cluster *cluster, const char *part,
                   const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Join two vertices: in both directions, each with the cost of the link; NULL:
 * a link that costs nothing. */
int cluster_join(struct cluster *cluster, int u, int v,
                 const struct cluster_link *link);
/* Join them in one direction. */
int cluster_arc(struct cluster *cluster, int from, int to,
                const struct cluster_link *link);

#endif
