/* Machines as NCCL and RCCL describe them: vertices, bandwidths, what is left
 * out, and wrong files. The expected numbers are computed by hand in comments;
 * one word per nanosecond is 8 GB/s. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/network.h>
#include <weft/unstable/topology.h>

/* Create a network from a text in a temporary file. */
static struct weft_network *topology_make(const char *kind, const char *text,
                                          struct weft_error *err)
{
    char path[] = "/tmp/weft-topology-XXXXXX", spec[64];
    int fd = mkstemp(path);
    cr_assert(fd >= 0);
    cr_assert(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    snprintf(spec, sizeof spec, "%s:%s", kind, path);
    *err = (struct weft_error){0};
    struct weft_network *network = weft_network_create(spec, err);
    unlink(path);
    return network;
}

static int vertex_named(const struct weft_network *n, const char *name)
{
    for (int v = 0; v < weft_network_vertices(n); v++)
        if (!strcmp(weft_network_vertex_name(n, v), name))
            return v;
    return -1;
}

/* Return the bandwidth of an arc, in words per nanosecond; -1: no such arc. */
static double words(const struct weft_network *n, const char *from,
                    const char *to)
{
    struct weft_arc_cost cost;
    int u = vertex_named(n, from), v = vertex_named(n, to);
    int port = weft_network_port(n, u, v);
    return port >= 0 && weft_network_arc_cost(n, u, port, &cost)
               ? cost.bandwidth
               : -1;
}

/* an arc in both directions; `back` < 0: only in this one */
struct expected_arc {
    const char *from, *to;
    double there, back;
};

static void expect_arcs(const struct weft_network *n,
                        const struct expected_arc *arc)
{
    for (; arc->from; arc++) {
        double there = words(n, arc->from, arc->to),
               back = words(n, arc->to, arc->from);
        cr_expect_float_eq(there, arc->there, 1e-12, "%s > %s: %g", arc->from,
                           arc->to, there);
        cr_expect_float_eq(back, arc->back, 1e-12, "%s > %s: %g", arc->to,
                           arc->from, back);
    }
}

/* GPUs of several generations on one CPU: NVLinks of 18 20 12 20.6 40.1 GB/s,
 * and 20 before sm 60; each lists its own direction. A link to an NVSwitch goes
 * both ways; two links to the same target add up. */
Test(topology, nvlinks)
{
    struct weft_error err;
    struct weft_network *n = topology_make(
        "file",
        "<system version='1'><cpu numaid='0' arch='arm64'>"
        "<pci busid='0000:01:00.0' class='0x030200' link_speed='32 GT/s' "
        "link_width='16'><gpu rank='5' sm='60'>"
        "<nvlink target='0000:02:00.0' count='3' tclass='0x030200'/>"
        "<nvlink target='0000:0A:00.0' count='1' tclass='0x068000'/>"
        "<nvlink target='0000:0b:00.0' count='1' tclass='0x068000'/>"
        "</gpu></pci>"
        "<pci busid='0000:02:00.0' class='0x030200' link_speed='64.0 GT/s "
        "PCIe' link_width='0'><gpu rank='3' sm='90'>"
        "<nvlink target='0000:01:00.0' count='2' tclass='0x030200'/>"
        "<nvlink target='0' count='1' tclass='0x068001'/>"
        "<c2c count='2' bw='32000'/></gpu></pci>"
        "<pci busid='0000:03:00.0' class='0x030200' link_speed='2.5 GT/s' "
        "link_width='8'><gpu rank='9' sm='86'>"
        "<nvlink target='0000:01:00.0' count='1' tclass='0x030200'/>"
        "</gpu></pci></cpu></system>",
        &err);
    cr_assert_not_null(n, "%s", err.text);
    cr_expect_eq(weft_network_size(n), 3);
    cr_expect_eq(weft_network_vertices(n), 5); /* nvs, cpu0 */
    /* ranks 3 5 9 become 0 1 2 */
    cr_expect_str_eq(weft_network_vertex_name(n, 0), "gpu3");
    cr_expect_str_eq(weft_network_vertex_name(n, 2), "gpu9");
    cr_expect_str_eq(weft_network_vertex_name(n, 3), "nvs");
    cr_expect_str_eq(weft_network_part(n, 3), "NVSwitch");
    expect_arcs(n, (const struct expected_arc[]){
                       {"gpu5", "gpu3", 3 * 18 / 8.0, 2 * 20.6 / 8},
                       {"gpu5", "nvs", 2 * 18 / 8.0, 2 * 18 / 8.0},
                       {"gpu9", "gpu5", 12 / 8.0, -1},
                       /* 16 lanes of 24 Gbit/s: 48 GB/s */
                       {"gpu5", "cpu0", 6, 6},
                       /* 16 x 48 / 8 = 96, an NVLink 20.6, C2C 64 */
                       {"gpu3", "cpu0", (96 + 20.6 + 64) / 8, 180.6 / 8},
                       {"gpu9", "cpu0", 1.5 / 8, 1.5 / 8},
                       {NULL, NULL, 0, 0},
                   });
    cr_expect_null(weft_network_remark(n, 0), "%s", weft_network_remark(n, 0));
    weft_network_destroy(n);
}

#define TOPOLOGY_GPU(bus, rank, more)                                          \
    "<pci busid='0000:" bus ":00.0' class='0x038000' link_speed='16 GT/s' "    \
    "link_width='16'><gpu rank='" rank "' gcn='910'>" more "</gpu></pci>"

/* Hosts differ by host_hash: names get a prefix, busids may repeat, and CPUs
 * are joined within a host only. NVSwitches are one vertex. */
Test(topology, hosts)
{
#define TOPOLOGY_HOST(hash, rank)                                              \
    "<cpu numaid='0' host_hash='" hash                                         \
    "'>" TOPOLOGY_GPU("01", rank,                                              \
                      "<nvlink target='0000:09:00.0' count='1' "               \
                      "tclass='0x068000'/>") "<nic><net dev='0'/></nic></cpu>"
    struct weft_error err;
    struct weft_network *n =
        topology_make("file",
                      "<system>" TOPOLOGY_HOST("0xa", "0")
                          TOPOLOGY_HOST("0xb", "1") "</system>",
                      &err);
    cr_assert_not_null(n, "%s", err.text);
    expect_arcs(n, (const struct expected_arc[]){
                       {"h0.gpu0", "nvs", 2.5, 2.5},
                       {"h1.gpu1", "nvs", 2.5, 2.5},
                       {"h1.gpu1", "h1.cpu0", 3, 3},
                       {"h1.nic-cpu0", "h1.net0", 1.25 / 8, 1.25 / 8},
                       {"h0.cpu0", "h1.cpu0", -1, -1},
                       {NULL, NULL, 0, 0},
                   });
    weft_network_destroy(n);
}

/* xGMI links of 36 and 48 GB/s, by names and old numbers; the functions of a
 * NIC are one vertex; a NIC within a CPU; pcilink; CPUs. */
Test(topology, parts_of_a_host)
{
    struct weft_error err;
    struct weft_network *n = topology_make(
        "nccl",
        "<system version='2'>"
        "<cpu numaid='0' arch='x86_64' vendor='GenuineIntel' familyid='6' "
        "modelid='143'>" TOPOLOGY_GPU(
            "01", "0",
            "<xgmi target='0000:02:00.0' count='2' "
            "tclass='0x038000'/>") "<pci busid='0000:05:00.0' class='0x060400' "
                                   "link_width='16' "
                                   "link_speed='8 GT/s'><pcilink "
                                   "target='0000:06:00.0'/>"
                                   "<pci busid='0000:07:00.0' class='0x020700' "
                                   "link_speed='8 GT/s' "
                                   "link_width='8'><nic><net dev='0' "
                                   "speed='200000' latency='1.5'/></nic>"
                                   "</pci><pci busid='0000:07:00.1' "
                                   "class='0x020700' link_speed='8 GT/s' "
                                   "link_width='8'><nic><net dev='1' "
                                   "speed='-1'/></nic></pci></pci>"
                                   "<pci busid='0000:06:00.0' class='0x060400' "
                                   "link_speed='5 GT/s' "
                                   "link_width='4'/></cpu>"
                                   "<cpu numaid='1' arch='x86_64' "
                                   "vendor='AuthenticAMD' familyid='143' "
                                   "modelid='49'>"
                                   "<pci busid='0000:02:00.0' class='0x120000' "
                                   "link_speed='16 GT/s' "
                                   "link_width='16'><gpu rank='1' "
                                   "gcn='gfx942'><xgmi "
                                   "target='0000:01:00.0' count='1' "
                                   "tclass='0x038000'/></gpu></pci>"
                                   "<nic><net dev='2' "
                                   "speed='100000'/></nic></cpu></system>",
        &err);
    cr_assert_not_null(n, "%s", err.text);
    struct weft_arc_cost cost;
    int nic = vertex_named(n, "nic-0000:07:00.0");
    cr_expect_eq(weft_network_size(n), 2);
    /* 2 CPUs, 2 PCI switches, 2 NICs, 3 network ports */
    cr_expect_eq(weft_network_vertices(n), 2 + 2 + 2 + 2 + 3);
    cr_expect_eq(vertex_named(n, "cpu0"), 2);
    cr_expect_eq(vertex_named(n, "pci-0000:05:00.0"), 4);
    cr_expect_eq(vertex_named(n, "net2"), 10);
    expect_arcs(n, (const struct expected_arc[]){
                       {"gpu0", "gpu1", 2 * 36 / 8.0, 48 / 8.0},
                       {"gpu0", "cpu0", 3, 3}, /* 24 GB/s */
                       {"cpu0", "cpu1", 22 / 8.0, 16 / 8.0},
                       {"pci-0000:05:00.0", "pci-0000:06:00.0", 625, -1},
                       {"pci-0000:05:00.0", "nic-0000:07:00.0", 0.75, 0.75},
                       {"pci-0000:06:00.0", "cpu0", 1.5 / 8, 1.5 / 8},
                       {"nic-0000:07:00.0", "net0", 3.125, 3.125},
                       {"nic-0000:07:00.0", "net1", 1.25 / 8, 1.25 / 8},
                       {"nic-cpu1", "cpu1", 625, 625},
                       {"nic-cpu1", "net2", 12.5 / 8, 12.5 / 8},
                       {NULL, NULL, 0, 0},
                   });
    cr_expect(weft_network_arc_cost(
        n, nic, weft_network_port(n, nic, vertex_named(n, "net0")), &cost));
    cr_expect_float_eq(cost.latency, 1500, 1e-9);
    weft_network_destroy(n);
}

/* Files written by hand, without <gpu>: each <pci> of class 0x03 is a GPU. What
 * the reader assumes or passes over is reported, one line for each kind. */
Test(topology, remarks)
{
    static const char *const remarks[] = {
        "2 <pci> without a class: PCI switch assumed",
        "4 <pci> without a known link_speed: 8 GT/s assumed",
        "1 <net> without a device or with net=\"0\", left out",
        "1 <cpu> of an unknown architecture: 5000 GB/s assumed between them",
        "2 <cooler> ignored",
    };
    struct weft_error err;
    struct weft_network *n = topology_make(
        "nccl",
        "<system><cpu numaid='0'><cooler/><pci busid='1'><pci busid='2'>"
        "<pci busid='3' class='0x030200'/><pci busid='4' class='0x030200'/>"
        "</pci></pci><nic><net speed='1'/></nic><cooler/></cpu></system>",
        &err);
    cr_assert_not_null(n, "%s", err.text);
    cr_expect_eq(weft_network_size(n), 2);
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        const char *remark = weft_network_remark(n, i);
        cr_expect(remark && !strcmp(remark, remarks[i]), "%s", remark);
    }
    cr_expect_null(weft_network_remark(n, sizeof remarks / sizeof *remarks));
    cr_expect_eq(words(n, "gpu0", "pci-2"), 1.5); /* 16 x 6 / 8 = 12 GB/s */
    weft_network_destroy(n);
}

/* Each wrong file has one clear line. */
Test(topology, wrong_files)
{
    static const struct {
        const char *text, *error;
        unsigned line;
    } wrong[] = {
        {"<!DOCTYPE system [<!ENTITY a 'aa'><!ENTITY b '&a;&a;'>]>\n"
         "<system><cpu arch='&b;'/></system>",
         "DOCTYPE", 0},
        {"<system>\n</system>", "no GPU", 0},
        {"<system>\n<cpu>\n<pci class='0x03'/></cpu></system>",
         "<pci> needs a busid", 3},
        {"<system><cpu>\n" TOPOLOGY_GPU("01", "0", "") "\n" TOPOLOGY_GPU(
             "02", "0", "") "</cpu></system>",
         "rank 0 is already used by the GPU in line 2", 3},
        {"<system><cpu>\n" TOPOLOGY_GPU("01", "0", "") "\n" TOPOLOGY_GPU(
             "01", "1", "") "</cpu></system>",
         "busid 0000:01:00.0 is already used in line 2", 3},
        {"<system><cpu>" TOPOLOGY_GPU(
             "01", "0",
             "<nvlink count='4000000000' target='1'/>") "</cpu></system>",
         "count is '4000000000'; expected a number from 0 to 4096", 1},
        {"<system><cpu>" TOPOLOGY_GPU("01", "x", "") "</cpu></system>",
         "rank is 'x'", 1},
        {"<system><cpu>" TOPOLOGY_GPU("01", "0", "") "</cpu></system>",
         "1 processor", 0},
        {"<system>\n<cpu></system>", "tag mismatch", 2},
        {"<graphs version='1'/>", "expected <system>", 0},
        {"a b\n", "not XML; expected <system>", 0},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct weft_error err;
        struct weft_network *n = topology_make("nccl", wrong[i].text, &err);
        cr_expect_null(n, "%s", wrong[i].text);
        cr_expect(strstr(err.text, wrong[i].error), "%zu: %s", i, err.text);
        cr_expect_eq(err.line, wrong[i].line, "%zu: line %u", i, err.line);
        cr_expect(!strchr(err.text, '\n'));
        weft_network_destroy(n);
    }
}

/* Deep nesting and many parts are limits. */
Test(topology, too_much)
{
    struct weft_error err;
    enum { DEEP = 300, CPUS = 1100, ROOM = 1 << 16 };
    char *text = calloc(1, ROOM);
    size_t used = (size_t)snprintf(text, ROOM, "<system><cpu>");
    for (int i = 0; i < DEEP; i++)
        used += (size_t)snprintf(text + used, ROOM - used, "<pci busid='%x'>",
                                 i + 1);
    cr_expect_null(topology_make("nccl", text, &err));
    cr_expect(strstr(err.text, "more than 128 elements deep"), "%s", err.text);
    used = (size_t)snprintf(text, ROOM, "<system>");
    for (int i = 0; i < CPUS; i++)
        used +=
            (size_t)snprintf(text + used, ROOM - used, "<cpu numaid='%d'/>", i);
    cr_expect_null(topology_make("nccl", text, &err));
    cr_expect(strstr(err.text, "more than 1024 CPUs"), "%s", err.text);
    cr_expect_eq(err.kind, WEFT_ERROR_LIMIT);
    free(text);
}

#define TOPOLOGY_PORTS                                                         \
    "host a b\nswitch s net0 net1\na s\nb s\ns net0 1 4\ns net1 1 2\n"

/* Copies: processors first, then the switches of each copy, then the fabric.
 * Each port has the bandwidth of its fastest link, 4 and 2; the links of a
 * fabric have that of the slower end. */
Test(topology, copies)
{
    static const struct {
        const char *fabric;
        int vertices;
        struct expected_arc arc[4];
    } cases[] = {
        {"2/switch",
         2 * 5 + 1,
         {{"n0.net0", "fabric0", 4, 4},
          {"n1.net1", "fabric0", 2, 2},
          {"n1.s", "n1.net1", 2, 2}}},
        {"3/rails",
         3 * 5 + 2,
         {{"n2.net0", "fabric0", 4, 4},
          {"n2.net1", "fabric1", 2, 2},
          {"n0.net0", "fabric1", -1, -1}}},
        {"2/ring:4",
         2 * 5,
         {{"n0.net0", "n0.net1", 2, 2},
          {"n0.net1", "n1.net0", 2, 2},
          {"n0.net0", "n1.net0", -1, -1}}},
        {"2/fat-tree:2x2",
         2 * 5 + 4,
         {{"n0.net0", "fabric0", 4, 4},
          {"n1.net1", "fabric1", 2, 2},
          {"fabric0", "fabric2", 2, 2}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_error err;
        char kind[64];
        snprintf(kind, sizeof kind, "copies:%s/file", cases[i].fabric);
        struct weft_network *n = topology_make(kind, TOPOLOGY_PORTS, &err);
        cr_assert_not_null(n, "%s", err.text);
        cr_expect_eq(weft_network_vertices(n), cases[i].vertices);
        cr_expect_eq(weft_network_size(n), 2 * (kind[7] - '0'));
        cr_expect_str_eq(weft_network_vertex_name(n, 3), "n1.b");
        expect_arcs(n, cases[i].arc);
        weft_network_destroy(n);
    }
}

Test(topology, copies_that_are_wrong)
{
    static const char *const wrong[][3] = {
        {"copies:2/ring:5/file", TOPOLOGY_PORTS,
         "has 5 processors; expected 4, one for each network port (2 x 2)"},
        {"copies:2/switch/file", "a b\n", "no network ports"},
        {"copies:x/switch/file", TOPOLOGY_PORTS, "the form is copies:K/"},
        {"copies:2/file", TOPOLOGY_PORTS, "the form is copies:K/"},
        {"copies:4000/switch/file", TOPOLOGY_PORTS, "at most 4096"},
        {"copies:2/none/file", TOPOLOGY_PORTS, "unknown network 'none'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct weft_error err;
        cr_expect_null(topology_make(wrong[i][0], wrong[i][1], &err));
        cr_expect(strstr(err.text, wrong[i][2]), "%s", err.text);
    }
    cr_expect(weft_network_reads_file("copies:2/switch/file:x"));
    cr_expect(!weft_network_reads_file("copies"));
}
