/* The named models (their sources are in docs/papers.md) and the named rules.
 * model-words.c parses explicit models (pairs.c: KEY=VALUE), clash.c implements
 * the port rules, cost.c the cost of a transfer. */
#include <weft/model.h>

static const struct weft_model models[] = {
    {"shouting",
     "one-port multicast: sends one message to any set of neighbours, or "
     "receives one",
     WEFT_SENDS_SAME, WEFT_RECEIVES_ONE, WEFT_DUPLEX_HALF},
    {"all-port",
     "sends and receives one message on every link, all at the same time",
     WEFT_SENDS_ALL, WEFT_RECEIVES_ALL, WEFT_DUPLEX_FULL},
    {"one-port", "sends one message to one processor, or receives one",
     WEFT_SENDS_ONE, WEFT_RECEIVES_ONE, WEFT_DUPLEX_HALF},
    {"one-port-duplex",
     "sends one message to one processor and receives one at the same time",
     WEFT_SENDS_ONE, WEFT_RECEIVES_ONE, WEFT_DUPLEX_FULL},
};

const struct weft_model *weft_model(size_t index)
{
    return index < sizeof models / sizeof *models ? &models[index] : NULL;
}

const struct weft_rule weft_rule_arc = {
    "arc", "one message per step in each direction of a link"};
const struct weft_rule weft_rule_lanes = {
    "lanes", "one message per step on each lane of a link"};
const struct weft_rule weft_rule_send_ports = {
    "send ports", "one send at a time on each send port"};
const struct weft_rule weft_rule_receive_ports = {
    "receive ports", "one reception at a time on each receive port"};
const struct weft_rule weft_rule_neighbour = {"neighbour",
                                              "sends to neighbours only"};
const struct weft_rule weft_rule_holds = {"holds",
                                          "sends of received messages only"};

const char *const weft_order_names[] = {"program", "arrival", "buffered", NULL};
const char *const weft_sharing_names[] = {"none", "fair", "fifo", NULL};
