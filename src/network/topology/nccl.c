/* Reads the topology files of NCCL and RCCL: <system> of <cpu>, <pci>, <gpu>,
 * <nvlink>, <xgmi>, <c2c>, <nic>, <net> and <pcilink>. Other elements are
 * counted and ignored. */
#include "nccl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define NCCL_CPUS_MAX 1024
/* limit on the elements that become vertices, and on the links listed */
#define NCCL_NODES_MAX (4 * GRAPH_VERTICES_MAX)
#define NCCL_LINKS_MAX (1 << 20)
#define NCCL_COUNT_MAX 4096 /* links side by side, lanes */
#define NCCL_MEGABYTES_MAX 100000000
#define NCCL_TEXT_MAX 40

/* ---- attributes ---- */

/* Return the digits of a bus, e.g. "0000:0a:00.0", as a number; 0: none. */
static uint64_t bus_number(const char *text)
{
    uint64_t number = 0;
    for (; *text; text++) {
        static const char digits[] = "0123456789abcdef";
        int letter = *text >= 'A' && *text <= 'F' ? *text - 'A' + 'a' : *text;
        const char *at = strchr(digits, letter);
        if (*text == ':' || *text == '.')
            continue;
        if (!at)
            break;
        number = number << 4 | (uint64_t)(at - digits);
    }
    return number;
}

/* Copy an attribute, "" if it is missing. */
static bool nccl_text(const struct nccl *nccl, const char *name,
                      char text[NCCL_TEXT_MAX])
{
    text[0] = '\0';
    return markup_copy(&nccl->markup, name, text, NCCL_TEXT_MAX);
}

static int nccl_integer(const struct nccl *nccl, const char *name, int high,
                        int *value)
{
    return markup_integer(&nccl->markup, name, -high, high, value);
}

/* ---- nodes and links ---- */

/* Add a node. @returns its index, or -1 with draft->err set */
static int node_add(struct nccl *nccl, enum nccl_part part, int parent)
{
    if (nccl->nodes == NCCL_NODES_MAX)
        return weft_error_set(nccl->draft->err, WEFT_ERROR_LIMIT,
                              nccl->draft->line, "more than %d parts",
                              NCCL_NODES_MAX);
    if (array_grow(&nccl->node, &nccl->node_room, nccl->nodes + 1,
                   sizeof *nccl->node))
        return draft_no_memory(nccl->draft);
    nccl->node[nccl->nodes] =
        (struct nccl_node){.part = part,
                           .parent = parent,
                           .host = parent < 0 ? 0 : nccl->node[parent].host,
                           .up = NCCL_LOCAL,
                           .latency = -1,
                           .rank = NCCL_NO_RANK,
                           .nvlink = nccl_nvlink(0),
                           .xgmi = nccl_xgmi(""),
                           .line = nccl->draft->line,
                           .same = -1,
                           .vertex = -1};
    return (int)nccl->nodes++;
}

/* Add a link that a node lists. */
static int link_add(struct nccl *nccl, const struct nccl_link *link)
{
    if (link->bandwidth <= 0)
        return 0;
    if (nccl->links == NCCL_LINKS_MAX)
        return weft_error_set(nccl->draft->err, WEFT_ERROR_LIMIT,
                              nccl->draft->line, "more than %d links",
                              NCCL_LINKS_MAX);
    if (array_grow(&nccl->link, &nccl->link_room, nccl->links + 1,
                   sizeof *nccl->link))
        return draft_no_memory(nccl->draft);
    nccl->link[nccl->links++] = *link;
    return 0;
}

/* ---- elements: each function returns the index of the node of the elements
 * within, -1 with draft->err set on failure ---- */

/* Find the host with this hash or add it. @returns its index, or -1 */
static int host_find(struct nccl *nccl, uint64_t hash)
{
    for (size_t i = 0; i < nccl->hosts; i++)
        if (nccl->host[i] == hash)
            return (int)i;
    if (array_grow(&nccl->host, &nccl->host_room, nccl->hosts + 1,
                   sizeof *nccl->host))
        return draft_no_memory(nccl->draft);
    nccl->host[nccl->hosts] = hash;
    return (int)nccl->hosts++;
}

static int cpu_begin(struct nccl *nccl, int parent)
{
    char arch[NCCL_TEXT_MAX], vendor[NCCL_TEXT_MAX], hash[NCCL_TEXT_MAX];
    int family = -1, model = 0, numa = (int)nccl->cpus;
    bool known;
    (void)parent;
    if (++nccl->cpus > NCCL_CPUS_MAX)
        return weft_error_set(nccl->draft->err, WEFT_ERROR_LIMIT,
                              nccl->draft->line, "more than %d CPUs",
                              NCCL_CPUS_MAX);
    int at = node_add(nccl, NCCL_CPU, -1);
    nccl_text(nccl, "arch", arch);
    nccl_text(nccl, "vendor", vendor);
    nccl_text(nccl, "host_hash", hash);
    int host = host_find(nccl, strtoull(hash, NULL, 16));
    if (at < 0 || host < 0 || nccl_integer(nccl, "numaid", INT32_MAX, &numa) ||
        nccl_integer(nccl, "familyid", INT32_MAX, &family) ||
        nccl_integer(nccl, "modelid", INT32_MAX, &model))
        return -1;
    struct nccl_node *cpu = &nccl->node[at];
    cpu->host = host;
    cpu->between = nccl_between(arch, vendor, family, model, &known);
    nccl->count[NCCL_NO_ARCH] += !known;
    snprintf(cpu->name, sizeof cpu->name, "%d", numa);
    return at;
}

static int pci_begin(struct nccl *nccl, int parent)
{
    char class[NCCL_TEXT_MAX], speed[NCCL_TEXT_MAX];
    int width = 0;
    bool known, classed = nccl_text(nccl, "class", class);
    int at = node_add(nccl, classed ? nccl_class(class) : NCCL_PCI, parent);
    if (at < 0 || nccl_integer(nccl, "link_width", NCCL_COUNT_MAX, &width))
        return -1;
    struct nccl_node *pci = &nccl->node[at];
    nccl_text(nccl, "link_speed", speed);
    if (!nccl_text(nccl, "busid", pci->name) || !bus_number(pci->name))
        return draft_error(nccl->draft, "<pci> needs a busid, as 0000:0a:00.0");
    pci->id = bus_number(pci->name);
    pci->up = (width > 0 ? width : 16) * nccl_lane(speed, &known) / 80;
    if (pci->part != NCCL_GPU && pci->part != NCCL_NIC && pci->part != NCCL_PCI)
        pci->part = NCCL_NOTHING;
    nccl->count[NCCL_NO_CLASS] += !classed;
    nccl->count[NCCL_NO_SPEED] += !known;
    if (nccl->node[parent].gpu || nccl->node[parent].nic) {
        nccl->count[NCCL_BELOW]++;
        pci->part = NCCL_NOTHING;
    }
    return at;
}

static int gpu_begin(struct nccl *nccl, int parent)
{
    char gcn[NCCL_TEXT_MAX];
    struct nccl_node *gpu = &nccl->node[parent];
    int sm = 0;
    if (gpu->gpu)
        return draft_error(nccl->draft, "a second <gpu> of bus %s", gpu->name);
    nccl_text(nccl, "gcn", gcn);
    if (markup_integer(&nccl->markup, "rank", NCCL_NO_RANK, INT32_MAX,
                       &gpu->rank) ||
        nccl_integer(nccl, "sm", INT32_MAX, &sm))
        return -1;
    gpu->gpu = nccl->has_gpus = true;
    gpu->part = gpu->part == NCCL_NOTHING ? NCCL_NOTHING : NCCL_GPU;
    gpu->nvlink = nccl_nvlink(sm);
    gpu->xgmi = nccl_xgmi(gcn);
    return parent;
}

/* Add the link of <nvlink> or <xgmi>: `one` is the bandwidth of one of them. */
static int gpu_link(struct nccl *nccl, int parent, double one)
{
    char target[NCCL_TEXT_MAX], class[NCCL_TEXT_MAX];
    int count = 0;
    if (markup_integer(&nccl->markup, "count", 0, NCCL_COUNT_MAX, &count))
        return -1;
    nccl_text(nccl, "target", target);
    enum nccl_part to =
        nccl_text(nccl, "tclass", class) ? nccl_class(class) : NCCL_GPU;
    if (to != NCCL_GPU && to != NCCL_CPU)
        to = NCCL_NVS;
    struct nccl_link link = {parent, to, bus_number(target), count * one,
                             to != NCCL_GPU};
    return link_add(nccl, &link) ? -1 : parent;
}

static int nvlink_begin(struct nccl *nccl, int parent)
{
    return gpu_link(nccl, parent, nccl->node[parent].nvlink);
}

static int xgmi_begin(struct nccl *nccl, int parent)
{
    return gpu_link(nccl, parent, nccl->node[parent].xgmi);
}

static int c2c_begin(struct nccl *nccl, int parent)
{
    int count = 0, megabytes = 0;
    if (markup_integer(&nccl->markup, "count", 0, NCCL_COUNT_MAX, &count) ||
        markup_integer(&nccl->markup, "bw", 0, NCCL_MEGABYTES_MAX, &megabytes))
        return -1;
    struct nccl_link link = {parent, NCCL_CPU, 0,
                             (double)count * megabytes / 1000, true};
    return link_add(nccl, &link) ? -1 : parent;
}

static int pcilink_begin(struct nccl *nccl, int parent)
{
    char target[NCCL_TEXT_MAX];
    nccl_text(nccl, "target", target);
    struct nccl_link link = {parent, NCCL_PCI, bus_number(target), NCCL_LOCAL,
                             false};
    return link_add(nccl, &link) ? -1 : parent;
}

/* A <nic> in a <cpu> is a node of its own; in a <pci>, it makes that a NIC. */
static int nic_begin(struct nccl *nccl, int parent)
{
    struct nccl_node *node = &nccl->node[parent];
    if (node->part == NCCL_CPU) {
        char name[NCCL_TEXT_MAX];
        int at = node_add(nccl, NCCL_NIC, parent);
        if (at < 0)
            return -1;
        memcpy(name, nccl->node[parent].name, sizeof name);
        snprintf(nccl->node[at].name, NCCL_TEXT_MAX, "cpu%.30s", name);
        nccl->node[at].nic = true;
        return at;
    }
    node->nic = true;
    if (!node->gpu && node->part != NCCL_NOTHING)
        node->part = NCCL_NIC;
    return parent;
}

static int net_begin(struct nccl *nccl, int parent)
{
    char latency[NCCL_TEXT_MAX];
    int device = -1, speed = 0, used = 1;
    double number = 0;
    if (nccl_integer(nccl, "dev", INT32_MAX, &device) ||
        nccl_integer(nccl, "speed", INT32_MAX, &speed) ||
        nccl_integer(nccl, "net", INT32_MAX, &used))
        return -1;
    if (device < 0 || !used) {
        nccl->count[NCCL_NO_DEVICE]++;
        return parent;
    }
    if (nccl_text(nccl, "latency", latency) &&
        draft_number(nccl->draft, "latency", latency, false, &number))
        return -1;
    int at = node_add(nccl, NCCL_NET, parent);
    if (at < 0)
        return -1;
    struct nccl_node *net = &nccl->node[at];
    net->up = (speed > 0 ? speed : 10000) / 8000.0;
    net->latency = latency[0] ? number * 1000 : -1;
    net->id = (uint64_t)device;
    snprintf(net->name, sizeof net->name, "%d", device);
    return at;
}

static int system_begin(struct nccl *nccl, int parent)
{
    int version = 0;
    (void)parent;
    /* no node yet, but not a failure */
    return nccl_integer(nccl, "version", INT32_MAX, &version) ? -1 : 0;
}

/* where an element may be */
enum nccl_inside {
    IN_FILE,
    IN_SYSTEM,
    IN_CPU,
    IN_PCI,
    IN_GPU,
    IN_NIC,
    IN_UNKNOWN
};
#define IN(x) (1u << (x))

static const struct nccl_element {
    const char *name;
    unsigned within;         /* set of enum nccl_inside */
    enum nccl_inside inside; /* of the elements within this one */
    int (*begin)(struct nccl *nccl, int parent);
} nccl_elements[] = {
    {"system", IN(IN_FILE), IN_SYSTEM, system_begin},
    {"cpu", IN(IN_SYSTEM), IN_CPU, cpu_begin},
    {"pci", IN(IN_CPU) | IN(IN_PCI), IN_PCI, pci_begin},
    {"gpu", IN(IN_PCI), IN_GPU, gpu_begin},
    {"nvlink", IN(IN_GPU), IN_GPU, nvlink_begin},
    {"xgmi", IN(IN_GPU), IN_GPU, xgmi_begin},
    {"c2c", IN(IN_GPU), IN_GPU, c2c_begin},
    {"pcilink", IN(IN_PCI), IN_PCI, pcilink_begin},
    {"nic", IN(IN_CPU) | IN(IN_PCI), IN_NIC, nic_begin},
    {"net", IN(IN_NIC), IN_NIC, net_begin},
};

/* ---- the file ---- */

/* Count an element that is ignored. */
static void count_unknown(struct nccl *nccl, const char *name)
{
    size_t i = 0;
    while (i < nccl->unknowns && strcmp(nccl->unknown[i].name, name) != 0)
        i++;
    if (i == nccl->unknowns && i < NCCL_NAMES) {
        text_cut(nccl->unknown[i].name, sizeof nccl->unknown[i].name, name);
        nccl->unknowns++;
    }
    nccl->unknown[i].count++;
}

static int nccl_begin(void *arg, const char *name)
{
    struct nccl *nccl = arg;
    bool first = nccl->depth == 0;
    int within = first ? IN_FILE : nccl->open[nccl->depth - 1].inside;
    int parent = first ? -1 : nccl->open[nccl->depth - 1].node;
    int node = parent, inside = IN_UNKNOWN;
    const struct nccl_element *found = NULL;
    for (size_t i = 0; i < sizeof nccl_elements / sizeof *nccl_elements; i++)
        if (!strcmp(name, nccl_elements[i].name) &&
            nccl_elements[i].within & IN(within))
            found = &nccl_elements[i];
    if (found) {
        node = found->begin(nccl, parent);
        inside = (int)found->inside;
    } else {
        count_unknown(nccl, name);
    }
    if (found && node < 0)
        return -1;
    nccl->open[nccl->depth].node = node;
    nccl->open[nccl->depth++].inside = (unsigned char)inside;
    return 0;
}

static int nccl_end(void *arg, const char *name)
{
    struct nccl *nccl = arg;
    (void)name;
    nccl->depth--;
    return 0;
}

/* Decide which nodes are left out: NICs without <nic>; GPUs without a rank, or
 * without <gpu> unless no GPU has it; and all below such nodes. Parents have
 * lower indices. */
static void leave_out(struct nccl *nccl)
{
    int rank = 0;
    for (size_t i = 0; i < nccl->nodes; i++) {
        struct nccl_node *node = &nccl->node[i];
        bool gpu = node->part == NCCL_GPU;
        if (gpu && !nccl->has_gpus)
            node->rank = rank++;
        if (gpu && node->gpu && node->rank == NCCL_NO_RANK)
            nccl->count[NCCL_RANKLESS]++;
        if ((gpu && node->rank == NCCL_NO_RANK) ||
            (node->part == NCCL_NIC && !node->nic) ||
            (node->parent >= 0 &&
             nccl->node[node->parent].part == NCCL_NOTHING))
            node->part = NCCL_NOTHING;
    }
}

static int nccl_report(struct nccl *nccl)
{
    static const char *const texts[NCCL_REMARKS] = {
        [NCCL_NO_CLASS] = "without a class: PCI switch assumed",
        [NCCL_NO_SPEED] = "without a known link_speed: 8 GT/s assumed",
        [NCCL_NO_TARGET] = "to a device that is not in the file, ignored",
        [NCCL_RANKLESS] = "without a rank, left out",
        [NCCL_NO_DEVICE] = "without a device or with net=\"0\", left out",
        [NCCL_NO_ARCH] = "of an unknown architecture: 5000 GB/s assumed "
                         "between them",
        [NCCL_REPEATED] = "with the number of another: its line follows its "
                          "name, after ~",
        [NCCL_BELOW] = "within a GPU or a NIC, left out",
    };
    static const char *const elements[NCCL_REMARKS] = {
        [NCCL_NO_CLASS] = "<pci>",  [NCCL_NO_SPEED] = "<pci>",
        [NCCL_NO_TARGET] = "link",  [NCCL_RANKLESS] = "<gpu>",
        [NCCL_NO_DEVICE] = "<net>", [NCCL_NO_ARCH] = "<cpu>",
        [NCCL_REPEATED] = "device", [NCCL_BELOW] = "<pci>",
    };
    for (size_t i = 0; i < NCCL_REMARKS; i++)
        if (nccl->count[i] &&
            draft_remark(nccl->draft, "%zu %s %s", nccl->count[i], elements[i],
                         texts[i]))
            return -1;
    for (size_t i = 0; i < nccl->unknowns; i++)
        if (draft_remark(nccl->draft, "%zu <%s> ignored",
                         nccl->unknown[i].count, nccl->unknown[i].name))
            return -1;
    size_t others = nccl->unknown[NCCL_NAMES].count;
    return others
               ? draft_remark(nccl->draft, "%zu other elements ignored", others)
               : 0;
}

int nccl_read(struct file_draft *draft, const char *text, size_t size)
{
    struct nccl *nccl = calloc(1, sizeof *nccl);
    if (!nccl)
        return draft_no_memory(draft);
    nccl->draft = draft;
    nccl->markup = (struct markup){.err = draft->err,
                                   .line = &draft->line,
                                   .begin = nccl_begin,
                                   .end = nccl_end,
                                   .arg = nccl};
    int status = markup_read(&nccl->markup, text, size);
    if (!status) {
        leave_out(nccl);
        status = nccl_build(nccl) || nccl_report(nccl) ? -1 : 0;
    }
    free(nccl->node);
    free(nccl->link);
    free(nccl->host);
    free(nccl);
    return status;
}

const struct network_row network_nccl = {
    .info = {"nccl", "nccl:PATH",
             "a machine from a topology file of NCCL or RCCL (XML)"},
    FILE_ROW,
};
