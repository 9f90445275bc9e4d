/* The named models (docs/papers.md says whose) and the rules that have a name
 * of their own. model-words.c reads models that are written out (pairs.c:
 * KEY=VALUE), clash.c is the rule of the ports, cost.c what a transfer takes.
 */
#include <weft/model.h>

static const struct weft_model models[] = {
    {"shouting", "sends one message to any neighbours, or receives one",
     WEFT_SENDS_SAME, WEFT_RECEIVES_ONE, WEFT_DUPLEX_HALF},
    {"all-port", "sends and receives one message on every arc at once",
     WEFT_SENDS_ALL, WEFT_RECEIVES_ALL, WEFT_DUPLEX_FULL},
    {"one-port", "one transfer at a time, sent or received", WEFT_SENDS_ONE,
     WEFT_RECEIVES_ONE, WEFT_DUPLEX_HALF},
    {"one-port-duplex", "sends one message and receives one at once",
     WEFT_SENDS_ONE, WEFT_RECEIVES_ONE, WEFT_DUPLEX_FULL},
};

const struct weft_model *weft_model(size_t index)
{
    return index < sizeof models / sizeof *models ? &models[index] : NULL;
}

const struct weft_rule weft_rule_arc = {"arc",
                                        "an arc carries one message in a step"};
const struct weft_rule weft_rule_lanes = {
    "lanes", "an arc carries as many messages in a step as it has lanes"};
const struct weft_rule weft_rule_send_ports = {
    "send ports",
    "a processor sends no more messages at a time than it has ports"};
const struct weft_rule weft_rule_receive_ports = {
    "receive ports",
    "a processor receives no more messages at a time than it has ports"};
const struct weft_rule weft_rule_neighbour = {
    "neighbour", "a processor sends to its neighbours only"};
const struct weft_rule weft_rule_holds = {
    "holds", "a processor sends only what it holds"};

const char *const weft_order_names[] = {"program", "arrival", "buffered", NULL};
