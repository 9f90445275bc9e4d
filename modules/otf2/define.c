/* Write the definitions of an archive. */
#include "module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t string_define(struct output *out, const char *text)
{
    module_check(
        OTF2_GlobalDefWriter_WriteString(out->definitions, out->strings, text),
        "a name cannot be written");
    return out->strings++;
}

static void region_define(struct output *out, uint32_t region, const char *name,
                          const char *detail, OTF2_Paradigm paradigm)
{
    uint32_t text = string_define(out, name);
    module_check(OTF2_GlobalDefWriter_WriteRegion(
                     out->definitions, region, text, text,
                     string_define(out, detail), OTF2_REGION_ROLE_CODE,
                     paradigm, OTF2_REGION_FLAG_NONE, OTF2_UNDEFINED_STRING, 0,
                     0),
                 "a region cannot be written");
}

static void regions_define(struct output *out)
{
    static const struct {
        const char *name;
        OTF2_Paradigm paradigm;
    } kinds[WEFT_TASK] = {
        [WEFT_SEND] = {"sending", OTF2_PARADIGM_MPI},
        [WEFT_RECEIVE] = {"receiving", OTF2_PARADIGM_MPI},
        [WEFT_WAIT] = {"waiting", OTF2_PARADIGM_MPI},
        [WEFT_SLEEP] = {"sleeping", OTF2_PARADIGM_MPI},
        [WEFT_COMPUTE] = {"computing", OTF2_PARADIGM_USER},
        [WEFT_STORE] = {"storing", OTF2_PARADIGM_USER},
        [WEFT_MARK] = {"mark", OTF2_PARADIGM_USER},
        [WEFT_CALL] = {"call", OTF2_PARADIGM_MPI},
        [WEFT_PRESENT] = {"present", OTF2_PARADIGM_USER},
    };
    char detail[64], text[WEFT_TASK_NAME_MAX];
    for (uint32_t i = 0; i < TASK_REGION; i++) {
        snprintf(detail, sizeof detail, OWN_REGION "%s", weft_event_names[i]);
        region_define(out, i, kinds[i].name, detail, kinds[i].paradigm);
    }
    for (size_t i = 0; i < out->tasks; i++) {
        snprintf(detail, sizeof detail, OWN_REGION "task %" PRId32,
                 out->task[i]);
        region_define(out, TASK_REGION + (uint32_t)i,
                      weft_task_name(&out->trace.info, out->task[i], text),
                      detail, OTF2_PARADIGM_USER);
    }
}

static void property_define(struct output *out, const char *key,
                            const char *value)
{
    OTF2_AttributeValue text = {.stringRef = string_define(out, value)};
    char *name = NULL;
    if (asprintf(&name, OWN_PARAMETER "%s", key) < 0)
        module_fail("no memory");
    module_check(OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(
                     out->definitions, 0, string_define(out, name),
                     OTF2_TYPE_STRING, text),
                 "a property cannot be written");
    free(name);
}

static void number_define(struct output *out, const char *key, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    property_define(out, key, text);
}

static void parameters_define(struct output *out)
{
    const struct weft_trace_info *info = &out->trace.info;
    char key[40];
    number_define(out, OWN_UNIT + sizeof OWN_PARAMETER - 1, info->unit_ns);
    number_define(out, OWN_STEP + sizeof OWN_PARAMETER - 1, info->step);
    for (size_t i = 0; i < info->parameters; i++)
        property_define(out, info->parameter[i].key, info->parameter[i].value);
    for (int i = 0; i < info->processors; i++) {
        snprintf(key, sizeof key, "in_calls.%d", i);
        if (info->in_calls && info->in_calls[i] != UINT64_MAX)
            number_define(out, key, info->in_calls[i]);
        snprintf(key, sizeof key, "statistics.%d", i);
        if (info->statistics && info->statistics[i])
            property_define(out, key, info->statistics[i]);
    }
}

/* Define a process with one thread for each processor, and their
 * communicator. */
static void processors_define(struct output *out)
{
    const struct weft_trace_info *info = &out->trace.info;
    uint64_t *member = calloc((size_t)info->processors + 1, sizeof *member);
    uint32_t none = string_define(out, "");
    if (!member)
        module_fail("no memory");
    for (int i = 0; i < info->processors; i++) {
        char number[32];
        const char *name = weft_processor_name(info, i);
        snprintf(number, sizeof number, "processor %d", i);
        uint32_t text = string_define(out, name ? name : number);
        member[i] = (uint64_t)i;
        OTF2_GlobalDefWriter_WriteLocationGroup(
            out->definitions, (uint32_t)i, text,
            OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
        module_check(OTF2_GlobalDefWriter_WriteLocation(
                         out->definitions, (uint64_t)i, text,
                         OTF2_LOCATION_TYPE_CPU_THREAD, out->records[i],
                         (uint32_t)i),
                     "a processor cannot be written");
    }
    OTF2_GlobalDefWriter_WriteGroup(out->definitions, 0, none,
                                    OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                    OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                    (uint32_t)info->processors, member);
    OTF2_GlobalDefWriter_WriteGroup(out->definitions, 1, none,
                                    OTF2_GROUP_TYPE_COMM_GROUP,
                                    OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
                                    (uint32_t)info->processors, member);
    module_check(OTF2_GlobalDefWriter_WriteComm(
                     out->definitions, 0, string_define(out, "all processors"),
                     1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE),
                 "the communicator cannot be written");
    free(member);
}

void definitions_write(struct output *out)
{
    out->definitions = OTF2_Archive_GetGlobalDefWriter(out->archive);
    if (!out->definitions)
        module_fail("the definitions cannot be written");
    module_check(OTF2_GlobalDefWriter_WriteClockProperties(
                     out->definitions, 1000000000, 0, out->end * out->unit + 1,
                     OTF2_UNDEFINED_TIMESTAMP),
                 "the clock cannot be written");
    uint32_t machine = string_define(out, "machine");
    OTF2_GlobalDefWriter_WriteSystemTreeNode(
        out->definitions, 0, string_define(out, "weft"), machine,
        OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (uint32_t i = 0; i < OWN_ATTRIBUTES; i++) {
        uint32_t name = string_define(out, own_attribute_names[i]);
        OTF2_GlobalDefWriter_WriteAttribute(out->definitions, i, name, name,
                                            OTF2_TYPE_UINT64);
    }
    regions_define(out);
    processors_define(out);
    parameters_define(out);
}
