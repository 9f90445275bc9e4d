/* A machine as NCCL and RCCL describe it (NCCL_TOPO_FILE): processors and
 * switches of weft, and the links between them. Bandwidths are in GB/s (10^9
 * bytes) until the network is built. */
#ifndef WEFT_SRC_NETWORK_NCCL_H
#define WEFT_SRC_NETWORK_NCCL_H

#include "base/text/markup.h"
#include "network/file/draft.h"

/* The parts of a machine; switches are numbered in this order. */
enum nccl_part {
    NCCL_GPU,
    NCCL_NVS,
    NCCL_CPU,
    NCCL_PCI,
    NCCL_NIC,
    NCCL_NET,
    NCCL_PARTS,
    NCCL_NOTHING /* left out */
};

#define NCCL_NO_RANK (-1)

struct nccl_node {
    enum nccl_part part;
    int parent; /* the node to which it is attached; -1: none */
    int host;
    uint64_t id;   /* bus number; 0: none */
    char name[40]; /* bus, NUMA node or device, as in the file */
    double up;     /* bandwidth to and from the parent */
    /* latency of the link to the parent, in ns; -1: unknown */
    double latency;
    int rank;            /* of a GPU */
    double nvlink, xgmi; /* bandwidth of one such link of a GPU */
    double between;      /* bandwidth to the other CPUs */
    bool gpu, nic;       /* whether it contains <gpu>, or <nic> */
    unsigned line;
    int same;   /* NIC of which this node is a further function; -1: none */
    int vertex; /* in the draft; -1: none */
};

/* A link that a GPU or a PCI switch lists. */
struct nccl_link {
    int from;          /* node */
    enum nccl_part to; /* NCCL_NVS, NCCL_CPU, or the part of the target */
    uint64_t target;   /* bus number of the target */
    double bandwidth;
    bool both_ways;
};

/* Counts for the reader's remarks. */
enum nccl_remark {
    NCCL_NO_CLASS,
    NCCL_NO_SPEED,
    NCCL_NO_TARGET,
    NCCL_RANKLESS,
    NCCL_NO_DEVICE,
    NCCL_NO_ARCH,
    NCCL_REPEATED,
    NCCL_BELOW,
    NCCL_REMARKS
};

#define NCCL_NAMES 8 /* names of unknown elements that are reported */

struct nccl {
    struct file_draft *draft;
    struct markup markup;
    struct nccl_node *node;
    size_t nodes, node_room;
    struct nccl_link *link;
    size_t links, link_room;
    struct {
        int node;             /* the node that the element describes */
        unsigned char inside; /* enum nccl_inside */
    } open[MARKUP_DEPTH_MAX]; /* the open elements */
    int depth;
    uint64_t *host; /* [hosts] hash of each host */
    size_t hosts, host_room;
    size_t cpus;
    bool has_gpus; /* whether the file has <gpu> elements */
    size_t count[NCCL_REMARKS];
    struct {
        char name[40];
        size_t count;
    } unknown[NCCL_NAMES + 1]; /* the last one counts all others */
    size_t unknowns;
};

/* ---- nccl-speeds.c: bandwidths, as in NCCL and RCCL ---- */

/* Return the part that a PCI class denotes. */
enum nccl_part nccl_class(const char *text);
/* Return the speed of a PCI lane in 100 Mbit/s; *known: whether the text is a
 * known speed. */
double nccl_lane(const char *text, bool *known);
/* Return the bandwidth of one NVLink of a GPU of this compute capability. */
double nccl_nvlink(int sm);
/* Return the bandwidth of one xGMI link of a GPU of this architecture. */
double nccl_xgmi(const char *gcn);
/* Return the bandwidth from a CPU to others of its host; *known: whether the
 * architecture is known. */
double nccl_between(const char *arch, const char *vendor, int family, int model,
                    bool *known);

#define NCCL_LOCAL 5000 /* bandwidth of links inside a chip */

/* ---- nccl-network.c ---- */

/* Convert the nodes and links to vertices and links of the draft. Return 0, or
 * -1 with draft->err set. */
int nccl_build(struct nccl *nccl);

/* ---- nccl-places.c ---- */

/* Place all vertices; `nvs` is that of the NVSwitches, or < 0. Return 0, or -1
 * with draft->err set: no memory. */
int nccl_place(struct nccl *nccl, int nvs);

#endif
