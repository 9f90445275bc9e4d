/* The schemas of the JSON that the commands print. */
#include "schema/schemas.h"

/* The build makes these from the files. */
extern const char schema_bandwidth[], schema_bound[], schema_check[],
    schema_compare[], schema_error[], schema_goal[], schema_list[],
    schema_network[], schema_optimum[], schema_plan[], schema_replay[],
    schema_run[], schema_stats[], schema_traces[], schema_types[],
    schema_version[];

static const struct schema schemas[] = {
    {"run", schema_run, "weft run --json"},
    {"compare", schema_compare, "weft compare --json"},
    {"traces", schema_traces, "weft compare --json of two traces"},
    {"check", schema_check, "weft check --json"},
    {"plan", schema_plan, "weft check --json of a plan of MSCCL++"},
    {"stats", schema_stats, "weft stats --json"},
    {"replay", schema_replay, "weft replay --json"},
    {"bound", schema_bound, "weft bound --json"},
    {"optimum", schema_optimum, "weft optimum --json"},
    {"bandwidth", schema_bandwidth, "weft optimum --bandwidth --json"},
    {"list", schema_list, "weft list --json"},
    {"network", schema_network, "weft list network NETWORK --json"},
    {"goal", schema_goal, "weft list goal GOAL --json"},
    {"version", schema_version, "weft version --json"},
    {"error", schema_error, "a command with --json that fails"},
    {"types", schema_types, "types that other schemas refer to"},
};

#define SCHEMAS (sizeof schemas / sizeof *schemas)

const struct schema *schema_at(size_t index)
{
    return index < SCHEMAS ? &schemas[index] : NULL;
}

const char *schema_name(size_t index)
{
    return index < SCHEMAS ? schemas[index].name : NULL;
}
