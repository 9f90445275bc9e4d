/* The port rules, which determine whether a processor may do two things at the
 * same time. */
#include <limits.h>
#include <stddef.h>
#include <weft/model.h>

static const struct weft_rule two_computations = {"two computations",
                                                  "one computation at a time"};
static const struct weft_rule computing = {
    "computing and communicating",
    "computing or communicating, not both (half duplex)"};
static const struct weft_rule clash_duplex = {
    "sending and receiving",
    "sending or receiving in a step, not both (half duplex)"};
static const struct weft_rule two_sends = {
    "two sends", "one message to one processor per step"};
static const struct weft_rule two_messages = {
    "two messages", "one message, to any neighbours, per step"};
static const struct weft_rule two_receptions = {"two receptions",
                                                "one reception per step"};

static const struct weft_rule *const clash_rules[] = {
    &two_computations,     &computing,
    &clash_duplex,         &two_sends,
    &two_messages,         &two_receptions,
    &weft_rule_arc,        &weft_rule_lanes,
    &weft_rule_send_ports, &weft_rule_receive_ports,
    &weft_rule_neighbour,  &weft_rule_holds,
};

const struct weft_rule *weft_rule(size_t index)
{
    return index < sizeof clash_rules / sizeof *clash_rules ? clash_rules[index]
                                                            : NULL;
}

int weft_model_ports(const struct weft_model *model, enum weft_use_kind kind)
{
    int ports = 1;
    if (kind == WEFT_USE_SEND && model->sends == WEFT_SENDS_ALL)
        return INT_MAX;
    if (kind == WEFT_USE_SEND && model->sends == WEFT_SENDS_ONE)
        ports = model->send_ports;
    else if (kind == WEFT_USE_RECEIVE)
        ports = model->receives == WEFT_RECEIVES_ALL ? INT_MAX
                                                     : model->receive_ports;
    return ports > 1 ? ports : 1;
}

static const struct weft_rule *clash_sends(const struct weft_model *model,
                                           const struct weft_use *a,
                                           const struct weft_use *b)
{
    bool same = a->message == b->message && a->items == b->items;
    bool many = weft_model_ports(model, WEFT_USE_SEND) > 1;
    if (a->peer == b->peer && (same || many))
        return &weft_rule_arc;
    if (model->sends == WEFT_SENDS_ONE)
        return many ? NULL : &two_sends;
    return model->sends == WEFT_SENDS_SAME && !same ? &two_messages : NULL;
}

static const struct weft_rule *receptions(const struct weft_model *model,
                                          const struct weft_use *a,
                                          const struct weft_use *b)
{
    if (weft_model_ports(model, WEFT_USE_RECEIVE) == 1)
        return &two_receptions;
    return a->peer == b->peer ? &weft_rule_arc : NULL;
}

const struct weft_rule *weft_model_clash(const struct weft_model *model,
                                         const struct weft_use *a,
                                         const struct weft_use *b)
{
    bool computes = a->kind == WEFT_USE_COMPUTE || b->kind == WEFT_USE_COMPUTE;
    if (a->kind != b->kind) {
        if (model->duplex == WEFT_DUPLEX_FULL)
            return NULL;
        return computes ? &computing : &clash_duplex;
    }
    if (computes)
        return &two_computations;
    return a->kind == WEFT_USE_SEND ? clash_sends(model, a, b)
                                    : receptions(model, a, b);
}
