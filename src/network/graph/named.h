/* Networks stored as tables, whose vertices have names and coordinates. */
#ifndef WEFT_SRC_NETWORK_NAMED_H
#define WEFT_SRC_NETWORK_NAMED_H

#include "graph.h"

/* The state of a network with names, or its first member. */
struct named {
    /* must be first, so that graph.c can use the state as a graph */
    struct graph graph;
    /* [vertices] labels, owned; NULL: numbers are the labels */
    char **label;
    /* [vertices] coordinates, owned; NULL: the layout determines them */
    double (*place)[2];
    /* [vertices] kind of each vertex, such as "GPU"; NULL: unknown */
    const char **part;
    /* [vertices] what each vertex can do with messages (enum switch_power),
     * owned; NULL: nothing */
    unsigned char *powers;
    /* [remarks] remarks about input that the reader of the file ignored,
     * owned */
    char **remark;
    size_t remarks;
};

/* Functions of a row of the table of networks. */
void named_finish(struct weft_network *network);
const char *named_name(const struct weft_network *network, int vertex);
int named_label(const struct weft_network *network, int vertex, char *text,
                size_t size);
void named_place(const struct weft_network *network, int vertex, double at[2]);
int named_lanes(const struct weft_network *network, int vertex, int port);
const char *named_part(const struct weft_network *network, int vertex);
unsigned named_powers(const struct weft_network *network, int vertex);
const char *named_remark(const struct weft_network *network, size_t index);
bool named_arc_cost(const struct weft_network *network, int vertex, int port,
                    struct weft_arc_cost *cost);

/* Count the powers of `count` vertices. */
void named_count_powers(struct weft_network *network, int count);

#endif
