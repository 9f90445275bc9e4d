/* Bandwidths in GB/s of the links of a machine, as NCCL and RCCL assume
 * them. */
#include "nccl.h"

#include <string.h>

static bool nccl_begins(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

enum nccl_part nccl_class(const char *text)
{
    static const struct {
        const char *prefix;
        enum nccl_part part;
    } classes[] = {
        {"0x060400", NCCL_PCI}, {"0x080100", NCCL_PCI}, {"0x068000", NCCL_NVS},
        {"0x068001", NCCL_CPU}, {"0x03", NCCL_GPU},     {"0x120000", NCCL_GPU},
        {"0x02", NCCL_NIC},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (nccl_begins(text, classes[i].prefix))
            return classes[i].part;
    return NCCL_PCI;
}

double nccl_lane(const char *text, bool *known)
{
    static const struct {
        const char *text;
        double speed;
    } lanes[] = {
        {"2.5 GT/s", 15},        {"5 GT/s", 30},
        {"8 GT/s", 60},          {"16 GT/s", 120},
        {"32 GT/s", 240},        {"2.5 GT/s PCIe", 15},
        {"5.0 GT/s PCIe", 30},   {"8.0 GT/s PCIe", 60},
        {"16.0 GT/s PCIe", 120}, {"32.0 GT/s PCIe", 240},
        {"64.0 GT/s PCIe", 480},
    };
    *known = true;
    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++)
        if (!strcmp(text, lanes[i].text))
            return lanes[i].speed;
    *known = false;
    return 60;
}

double nccl_nvlink(int sm)
{
    static const struct {
        int low, high; /* compute capabilities, the highest first */
        double bandwidth;
    } links[] = {
        {100, INT32_MAX, 40.1}, {90, 99, 20.6}, {86, 86, 12},
        {70, 99, 20},           {60, 69, 18},
    };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (sm >= links[i].low && sm <= links[i].high)
            return links[i].bandwidth;
    return 20;
}

double nccl_xgmi(const char *gcn)
{
    static const struct {
        const char *prefix;
        double bandwidth;
    } links[] = {
        {"gfx90a", 36}, {"910", 36}, {"gfx94", 48},
        {"940", 48},    {"941", 48}, {"942", 48},
    };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (nccl_begins(gcn, links[i].prefix))
            return links[i].bandwidth;
    return 24;
}

double nccl_between(const char *arch, const char *vendor, int family, int model,
                    bool *known)
{
    static const struct {
        const char *arch, *vendor; /* vendor NULL: any */
        int family, model;         /* family -1: any; model: the lowest */
        double bandwidth;
    } cpus[] = {
        {"ppc64", NULL, -1, 0, 32},
        {"arm64", NULL, -1, 0, 6},
        {"x86_64", "GenuineIntel", 6, 0xcf, 40},
        {"x86_64", "GenuineIntel", 6, 0x8f, 22},
        {"x86_64", "GenuineIntel", 6, 0x55, 10},
        {"x86_64", "GenuineIntel", -1, 0, 6},
        {"x86_64", "AuthenticAMD", -1, 0, 16},
        {"x86_64", "CentaurHauls", -1, 0, 6},
        {"x86_64", "  Shanghai  ", -1, 0, 6},
    };
    bool zhaoxin =
        !strcmp(vendor, "CentaurHauls") || !strcmp(vendor, "  Shanghai  ");
    *known = true;
    if (!strcmp(arch, "x86_64") && zhaoxin && family == 7 && model == 0x5b)
        return 9;
    for (size_t i = 0; i < sizeof cpus / sizeof *cpus; i++)
        if (!strcmp(arch, cpus[i].arch) &&
            (!cpus[i].vendor || !strcmp(vendor, cpus[i].vendor)) &&
            (cpus[i].family < 0 || cpus[i].family == family) &&
            model >= cpus[i].model)
            return cpus[i].bandwidth;
    *known = false;
    return NCCL_LOCAL;
}
