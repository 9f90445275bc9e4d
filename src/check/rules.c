/* The table of checks, which `weft list checks` prints and from which the
 * report of `weft check` takes its options. */
#include "rules.h"

#include <string.h>

static const struct weft_check_rule check_rules_rules[] = {
    {"matching",
     "each send is received, and each message was sent before its reception",
     "send and receive events", "chrome csv goal picl picl1", NULL},
    {"actions", "a processor does one thing at a time", "computations, sleeps",
     "chrome csv picl", NULL},
    {"times", "a transfer takes time, and ends before its reception does",
     "steps", "chrome csv picl picl1", NULL},
    {"costs", "o, L, g and G of LogGP", "the parameter cost",
     "chrome csv picl picl1", NULL},
    {"network", "links and routes", "processors",
     "chrome csv goal msccl picl picl1 schedule", "-n"},
    {"model", "ports, one message on an arc", "processors, times",
     "chrome csv goal msccl picl picl1 schedule", "-m"},
    {"problem", "what processors have at the end",
     "message numbers, items that messages carry",
     "chrome csv goal picl picl1 schedule", "--problem, --goal"},
    {"sizes", "as many messages as the file declares",
     "the parameters packets, blocks, size, sources",
     "chrome csv goal picl picl1 schedule", "--problem"},
    {"order", "messages in order", "message numbers",
     "chrome csv goal picl picl1 schedule", "--order"},
    {"root", "where messages begin or end", "message numbers",
     "chrome csv goal picl picl1 schedule", "--root"},
    {"stores", "what processors store, in which order", "store events",
     "chrome csv picl picl1", "--problem"},
    {"causality", "no message is sent before it is received",
     "message numbers, items, steps", "chrome csv goal picl picl1 schedule",
     "--causality"},
    {"phases", "no message is sent in the phase of its reception",
     "the parameter phases, steps", "chrome csv goal picl picl1 schedule",
     NULL},
    {"buffers", "chunks, races, circular waits of thread blocks",
     "thread blocks and their steps", "msccl", NULL},
};

#define RULES (sizeof check_rules_rules / sizeof *check_rules_rules)

const struct weft_check_rule *weft_check_rule(size_t index)
{
    return index < RULES ? &check_rules_rules[index] : NULL;
}

const char *rule_option(enum weft_check_part part)
{
    for (size_t i = 0; i < RULES; i++)
        if (!strcmp(check_rules_rules[i].name, weft_check_part_names[part]))
            return check_rules_rules[i].option;
    return NULL;
}
