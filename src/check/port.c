/* Checks the port rules: what a processor may do at the same time. */
#include "port.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/unstable/ways.h>

#include "base/base.h"
#include "base/items/items.h"
#include "check.h"
#include "problem.h"

static const struct weft_rule rule_computations = {"two computations",
                                                   "one computation at a time"};
static const struct weft_rule rule_places = {"two places",
                                             "one activity at a time"};
static const struct weft_rule rule_one_thing = {
    "two activities", "one activity at a time with LogGP costs"};
static const struct weft_rule rule_computing = {
    "computing and communicating",
    "computing or communicating, not both (half duplex)"};
static const struct weft_rule rule_duplex = {
    "sending and receiving",
    "sending or receiving in a step, not both (half duplex)"};
static const struct weft_rule rule_send_one = {
    "two sends", "one message to one processor per step"};
static const struct weft_rule rule_send_same = {
    "two messages", "one message, to any neighbours, per step"};
static const struct weft_rule rule_receive_one = {"two receptions",
                                                  "one reception per step"};

static const struct weft_rule rule_many_sends = {
    "send ports", "one send at a time on each send port"};
static const struct weft_rule rule_many_receptions = {
    "receive ports", "one reception at a time on each receive port"};

static const struct weft_rule rule_arc_end = {
    "arc", "one message at a time in each direction of a link"};

struct port *port_get(struct weft_check *check, int rank)
{
    struct port **port = &check->ports[rank];
    if (!*port)
        *port = calloc(1, sizeof **port);
    return *port;
}

void port_free(struct port *port)
{
    if (!port)
        return;
    free(port->other);
    free(port->busy[0]);
    free(port->busy[1]);
    free(port);
}

static const char *const use_verbs[] = {"sends", "receives", "computes",
                                        "sleeps"};

/* Format " 3 to 5 during [0, 2)"; omit the number of the message if !number. */
static void use_ends_text(const struct weft_check *check,
                          const struct port_use *use, bool number, char *text,
                          size_t size)
{
    const struct weft_event event = {.items = use->items};
    const char *items = weft_event_items(&check->info, &event);
    bool one_slot = check->step_known && use->end - use->start == check->step &&
                    use->start % check->step == 0;
    int length = 0;
    text[0] = '\0';
    if (use->peer >= 0 && number)
        length += snprintf(text, size, " %" PRId32 "%s%.20s", use->message,
                           items ? " with " : "", items ? items : "");
    if (use->peer >= 0)
        length += snprintf(text + length, size - (size_t)length, " %s " WHO,
                           use->kind == USE_SEND ? "to" : "from", use->peer);
    if (!one_slot)
        snprintf(text + length, size - (size_t)length,
                 " during [%" PRIu64 ", %" PRIu64 ")", use->start, use->end);
}

static void use_text(const struct weft_check *check, const struct port_use *use,
                     char *text, size_t size)
{
    char ends[96];
    use_ends_text(check, use, true, ends, sizeof ends);
    snprintf(text, size, "%s%s%s", use_verbs[use->kind],
             use->peer >= 0 ? " message" : "", ends);
}

void uses_text(const struct weft_check *check, const struct port_use *a,
               int other, const struct port_use *b, char *text, size_t size)
{
    char first[112], second[112], who[40] = "and";
    bool alike = a->kind == b->kind && a->peer >= 0 && other < 0;
    bool same = a->message == b->message && a->items == b->items;
    if (alike) {
        use_ends_text(check, a, !same, first, sizeof first);
        use_ends_text(check, b, !same, second, sizeof second);
        if (same)
            snprintf(text, size, "%s message %" PRId32 " twice (%s,%s)",
                     use_verbs[a->kind], a->message, first + 1, second);
        else
            snprintf(text, size, "%s two messages (%s,%s)", use_verbs[a->kind],
                     first + 1, second);
        return;
    }
    use_text(check, a, first, sizeof first);
    use_text(check, b, second, sizeof second);
    if (other >= 0)
        snprintf(who, sizeof who, "while processor " WHO, other);
    snprintf(text, size, "%s %s %s", first, who, second);
}

const char *check_allows(const struct weft_check *check, char *text,
                         size_t size)
{
    const struct weft_model *model = check->options.model;
    if (model)
        snprintf(text, size, "model '%s' allows", model->name);
    else
        snprintf(text, size, "allowed:");
    return text;
}

/* Return the number of ports of a kind if the model counts them, else 0 (one
 * port, or one per arc). */
static int ports_counted(const struct weft_model *model, enum use_kind kind)
{
    int ports = 0;
    if (model && kind == USE_SEND && model->sends == WEFT_SENDS_ONE)
        ports = model->send_ports;
    if (model && kind == USE_RECEIVE && model->receives == WEFT_RECEIVES_ONE)
        ports = model->receive_ports;
    return ports > 1 ? ports : 0;
}

/* Occupy the port that becomes free first. Return 1 if none is free, 0 if one
 * is, or -1 if out of memory. */
static int port_take(struct weft_check *check, struct port *port,
                     const struct port_use *use)
{
    int ports = ports_counted(check->options.model, use->kind), least = 0;
    if (!ports)
        return 0;
    uint64_t **busy = &port->busy[use->kind == USE_RECEIVE];
    if (!*busy && !(*busy = calloc((size_t)ports, sizeof **busy)))
        return -1;
    for (int i = 1; i < ports; i++)
        if ((*busy)[i] < (*busy)[least])
            least = i;
    bool crowded = (*busy)[least] > use->start;
    if ((*busy)[least] < use->end)
        (*busy)[least] = use->end;
    return crowded;
}

/* Return whether the model allows two actions of one kind at once. Repeated
 * sends on one arc are left to the rule of the arc. */
static bool port_alike(const struct weft_model *model, const struct port_use *a,
                       const struct port_use *b)
{
    if (ports_counted(model, a->kind))
        return true;
    if (a->kind == USE_RECEIVE)
        return model->receives == WEFT_RECEIVES_ALL;
    if (a->kind != USE_SEND)
        return false;
    if (model->sends == WEFT_SENDS_ALL)
        return true;
    return a->message == b->message && a->items == b->items &&
           (model->sends == WEFT_SENDS_SAME || a->peer == b->peer);
}

static bool alike_in(const struct weft_check *check, const struct port_use *a,
                     const struct port_use *b)
{
    if (a->kind == USE_COMPUTE && check->origin->overlaps)
        return true;
    if (check->options.model)
        return port_alike(check->options.model, a, b);
    return a->kind == USE_SEND || a->kind == USE_RECEIVE;
}

/* Return whether one of two actions takes place entirely during the other. */
static bool is_nested(const struct port_use *a, const struct port_use *b)
{
    return (a->start <= b->start && b->end <= a->end) ||
           (b->start <= a->start && a->end <= b->end);
}

/* Return the rule that forbids two kinds of actions at the same time, in any
 * model or in this one; NULL if they are allowed. Without a model, a processor
 * may compute while it receives, but not while it sends. */
static const struct weft_rule *kinds_apart(const struct weft_check *check,
                                           const struct port_use *a,
                                           const struct port_use *b)
{
    const struct weft_model *model = check->options.model;
    unsigned both = 1u << a->kind | 1u << b->kind;
    bool computes = both & 1u << USE_COMPUTE;
    if (computes && check->origin->nests && is_nested(a, b))
        return NULL;
    if (computes && check->origin->overlaps && !model)
        return NULL;
    if (both == (1u << USE_COMPUTE | 1u << USE_SLEEP))
        return &rule_places;
    if (both & 1u << USE_SLEEP)
        return NULL;
    if (!model)
        return both == (1u << USE_COMPUTE | 1u << USE_SEND) ? &rule_places
                                                            : NULL;
    if (model->duplex == WEFT_DUPLEX_FULL)
        return check->one_thing ? &rule_one_thing : NULL;
    return computes ? &rule_computing : &rule_duplex;
}

/* Return the rule that two actions of one kind break. */
static const struct weft_rule *kind_rule(const struct weft_model *model,
                                         enum use_kind kind)
{
    switch (kind) {
    case USE_SEND:
        return model->sends == WEFT_SENDS_ONE ? &rule_send_one
                                              : &rule_send_same;
    case USE_RECEIVE:
        return &rule_receive_one;
    case USE_COMPUTE:
        return &rule_computations;
    default:
        return &rule_places;
    }
}

/* Find an earlier reception from the same sender that overlaps this one, for
 * models in which a processor may receive many messages at once, but only one
 * from each sender: delayed receptions can overlap even if their sends do not.
 * Copy it to *other and return 1; return 0 if there is none, or -1 if out of
 * memory. */
static int same_sender(struct weft_check *check, int rank,
                       const struct port_use *use, struct port_use *other)
{
    const struct weft_model *model = check->options.model;
    if (use->kind != USE_RECEIVE || !model || check->loggp ||
        (model->receives != WEFT_RECEIVES_ALL &&
         !ports_counted(model, USE_RECEIVE)) ||
        (!use->delayed && !check->delayed.used))
        return 0;
    uint64_t key = (uint64_t)(uint32_t)use->peer << 32 | (uint32_t)rank;
    struct reservation *last =
        reservation_find(&check->delayed, key, use->start);
    if (last)
        *other = (struct port_use){last->start, last->end, use->peer,
                                   last->message, .kind = USE_RECEIVE};
    if (use->delayed) {
        struct reservation *entry = reservation_get(&check->delayed, key, 0);
        if (!entry)
            return -1;
        if (entry->end < use->end) {
            entry->start = use->start;
            entry->end = use->end;
            entry->message = use->message;
        }
    }
    return last != NULL;
}

static const struct port_use *port_clash(const struct weft_check *check,
                                         const struct port *port,
                                         const struct port_use *use,
                                         const struct weft_rule **rule)
{
    static const struct port_use none;
    const struct weft_model *model = check->options.model;
    const struct port_use *found = &port->best[use->kind];
    if (found->end > use->start && alike_in(check, found, use))
        found = port->other && use->kind <= USE_RECEIVE
                    ? &port->other[use->kind]
                    : &none;
    if (found->end > use->start) {
        *rule = kind_rule(model, use->kind);
        return found;
    }
    for (int kind = 0; kind < USE_KINDS; kind++) {
        found = &port->best[kind];
        if (found->end <= use->start || kind == (int)use->kind)
            continue;
        *rule = kinds_apart(check, use, found);
        if (*rule)
            return found;
    }
    return NULL;
}

/* Record an action. Return 0, or -1 if out of memory. */
static int port_enter(const struct weft_check *check, struct port *port,
                      const struct port_use *use)
{
    struct port_use *best = &port->best[use->kind];
    bool longest = use->end > best->end;
    if (use->kind <= USE_RECEIVE && best->end && !alike_in(check, best, use)) {
        if (!port->other)
            port->other = calloc(USE_RECEIVE + 1, sizeof *port->other);
        if (!port->other)
            return -1;
        struct port_use *other = &port->other[use->kind];
        if (longest)
            *other = *best;
        else if (use->end > other->end)
            *other = *use;
    }
    if (longest)
        *best = *use;
    return 0;
}

/* Return whether a conflict is the first of a processor in a slot, whatever
 * rule it breaks, and count it if so. */
static bool counts(struct weft_check *check, int rank, uint64_t slot)
{
    struct port *port = check->ports[rank];
    if (port->counted == slot)
        return false;
    port->counted = slot;
    check->result.conflicts++;
    return true;
}

/* Add the transfer of an action to a finding; a computation is no transfer. */
static void port_found(const struct weft_check *check,
                       struct weft_finding *finding, int rank,
                       const struct port_use *use)
{
    bool send = use->kind == USE_SEND;
    if (use->peer >= 0)
        found_transfer(check, finding, use->start, send ? rank : use->peer,
                       send ? use->peer : rank, use->message);
}

static void port_report(struct weft_check *check, int rank,
                        const struct port_use *a, const struct port_use *b,
                        const struct weft_rule *rule)
{
    struct port *port = check->ports[rank];
    uint64_t slot = check_slot(check, b->start);
    if (check->options.model && rule != &rule_places) {
        if (!counts(check, rank, slot))
            return;
    } else {
        if (port->placed == slot)
            return;
        port->placed = slot;
    }
    char uses[240], allows[90] = "allowed:";
    uses_text(check, a, -1, b, uses, sizeof uses);
    if (rule != &rule_places)
        check_allows(check, allows, sizeof allows);
    struct weft_finding *finding = check_find(
        check, slot, rank, rule->name, "%s; %s %s", uses, allows, rule->text);
    port_found(check, finding, rank, a);
    port_found(check, finding, rank, b);
}

static void report_peer(struct weft_check *check, int rank,
                        const struct port_use *use)
{
    uint64_t slot = check_slot(check, use->start);
    char allows[90];
    if (!counts(check, rank, slot))
        return;
    struct weft_finding *finding;
    const char *rule = weft_rule_neighbour.name;
    if (use->peer == rank)
        finding =
            check_find(check, slot, rank, rule,
                       "sends message %" PRId32 " to itself", use->message);
    else
        finding = check_find(check, slot, rank, rule,
                             "sends message %" PRId32 " to " WHO
                             ", which is not a neighbour; %s sends to "
                             "neighbours only",
                             use->message, use->peer,
                             check_allows(check, allows, sizeof allows));
    port_found(check, finding, rank, use);
}

/* Check an action with a duration. Return 0, or -1 if out of memory. */
static int judge_span(struct weft_check *check, int rank,
                      const struct port_use *use)
{
    struct port *port = check->ports[rank];
    struct port_use other;
    int meets = same_sender(check, rank, use, &other);
    int crowded = port_take(check, port, use);
    if (meets < 0 || crowded < 0)
        return -1;
    const struct weft_rule *rule = &rule_arc_end;
    const struct port_use *first =
        meets ? &other : port_clash(check, port, use, &rule);
    if (!first && crowded) {
        first = &port->best[use->kind];
        rule = use->kind == USE_SEND ? &rule_many_sends : &rule_many_receptions;
    }
    if (first)
        port_report(check, rank, first, use, rule);
    return port_enter(check, port, use);
}

/* Return whether an action is one with an earlier one of the same key, which
 * has another peer, and store it; -1: out of memory. */
static int port_again(struct copies *table, struct pair key,
                      const struct port_use *use)
{
    enum { MANY = INT_MAX };
    table->past = use->start;
    struct copies_sent *stored = copies_get(table, key);
    if (!stored)
        return -1;
    int peer = use->peer + 1;
    bool before = stored->count && stored->start == use->start;
    bool again = before && stored->count != peer;
    stored->start = use->start;
    stored->count = again ? MANY : peer;
    return again;
}

/* Return whether a switch has combined the message of a reception with another
 * one, so that both are one reception; -1: out of memory. Routes to a processor
 * never part once they have met, so two messages are one if the last switch
 * that combines is the same, and if they contribute to the same blocks. */
static int port_combined(struct weft_check *check, int rank,
                         const struct port_use *use)
{
    const struct weft_network *network = check->options.network;
    const struct weft_event event = {.items = use->items};
    if (!check->combines || check->loggp || check->shared ||
        use->kind != USE_RECEIVE || use->peer < 0 || use->peer >= check->size ||
        rank >= check->size || weft_event_way(&check->info, &event))
        return 0;
    int last = -1;
    for (int at = use->peer; at != rank;
         at = weft_network_next(network, at, rank))
        if (weft_network_combines(network, at))
            last = at;
    if (last < 0)
        return 0;
    const struct pair key = {
        (uint64_t)(uint32_t)last << 32 | (uint32_t)rank,
        item_text_blocks_key(weft_event_items(&check->info, &event),
                             use->message)};
    return port_again(&check->arriving, key, use);
}

/* Return whether a send is one with an earlier send, because the first switch
 * on both routes that multicasts is the same; -1: out of memory. */
static int port_split(struct weft_check *check, int rank,
                      const struct port_use *use)
{
    const struct weft_network *network = check->options.network;
    const struct weft_event event = {.items = use->items};
    if (!check->splits || check->loggp || check->shared ||
        use->kind != USE_SEND || use->peer < 0 || use->peer >= check->size ||
        rank >= check->size || weft_event_way(&check->info, &event))
        return 0;
    int at = rank;
    while (at != use->peer && !weft_network_multicasts(network, at))
        at = weft_network_next(network, at, use->peer);
    if (at == use->peer)
        return 0;
    const struct pair key = {(uint64_t)(uint32_t)rank << 32 | (uint32_t)at,
                             (uint64_t)(uint32_t)use->message << 32 |
                                 use->items};
    return port_again(&check->leaving, key, use);
}

/* Check an action with a duration, unless it is one with an earlier one. */
static int port_span(struct weft_check *check, int rank,
                     const struct port_use *use)
{
    int combined = use->kind == USE_SEND ? port_split(check, rank, use)
                                         : port_combined(check, rank, use);
    if (combined < 0)
        return -1;
    return combined ? port_enter(check, check->ports[rank], use)
                    : judge_span(check, rank, use);
}

int port_judge(void *arg, int rank, const struct port_use *use)
{
    struct weft_check *check = arg;
    if (!port_get(check, rank))
        return -1;
    if (use->not_neighbour)
        report_peer(check, rank, use);
    if (use->end > use->start && port_span(check, rank, use))
        return -1;
    struct port_use done = *use;
    if (use->kind == USE_RECEIVE)
        done.end = phase_end(check, use->end);
    if (check->problem && check->problem->act && !check->unlisted)
        check->problem->act(check, rank, &done);
    return 0;
}
