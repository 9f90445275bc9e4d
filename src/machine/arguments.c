/* Check a machine's description before a run, so that times cannot overflow
 * during the run. */
#include "arguments.h"
#include "run.h"
#include <stdint.h>
#include <string.h>

static int bad(struct weft_error *err, const char *what, uint64_t value,
               uint64_t most)
{
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "machine: %s is %llu; it must be at most %llu", what,
                          (unsigned long long)value, (unsigned long long)most);
}

static int check_pointers(const struct weft_machine *machine,
                          struct weft_error *err)
{
    const char *missing;
    if (!machine->network)
        missing = "network";
    else if (!machine->program)
        missing = "program";
    else if (machine->sink && !machine->info)
        missing = "info for a sink";
    else
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "machine: no %s", missing);
}

static int arguments_check_words(const struct weft_machine *machine,
                                 struct weft_error *err)
{
    const struct weft_model *model = &machine->model;
    const struct {
        const char *what;
        unsigned value, most;
    } words[] = {
        {"model.sends", model->sends, WEFT_SENDS_ALL},
        {"model.receives", model->receives, WEFT_RECEIVES_ALL},
        {"model.duplex", model->duplex, WEFT_DUPLEX_FULL},
        {"model.send_ports", (unsigned)model->send_ports, WEFT_MODEL_PORTS_MAX},
        {"model.receive_ports", (unsigned)model->receive_ports,
         WEFT_MODEL_PORTS_MAX},
        {"on_conflict", machine->on_conflict, WEFT_CONFLICT_DELAY},
        {"sharing", machine->sharing, WEFT_SHARING_FIFO},
        {"rounds", machine->rounds, WEFT_ROUNDS_TOGETHER},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].value > words[i].most)
            return bad(err, words[i].what, words[i].value, words[i].most);
    return 0;
}

/* Check the costs against limits. A transfer has at most 2^29 words and 2^21
 * hops, and therefore takes less than TIME_MAX. */
static int check_numbers(const struct weft_machine *machine,
                         struct weft_error *err)
{
    const struct weft_cost *cost = &machine->cost;
    const struct {
        const char *what;
        uint64_t value, most;
    } numbers[] = {
        {"cost.ts", cost->ts, (uint64_t)1 << 60},
        {"cost.tw", cost->tw, (uint64_t)1 << 30},
        {"cost.th", cost->th, (uint64_t)1 << 38},
        {"cost.latency", cost->latency, (uint64_t)1 << 58},
        {"cost.overhead", cost->overhead, (uint64_t)1 << 58},
        {"cost.gap", cost->gap, (uint64_t)1 << 58},
        {"cost.per_byte", cost->per_byte, (uint64_t)1 << 27},
        {"bytes", machine->bytes, UINT32_MAX},
        {"tag", machine->tag, machine->bytes},
        {"stack", machine->stack, (uint64_t)1 << 40},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].value > numbers[i].most)
            return bad(err, numbers[i].what, numbers[i].value, numbers[i].most);
    if (machine->workers < 0)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "machine: workers is %d; it must not be negative",
                              machine->workers);
    return 0;
}

/* Reject lanes with delayed receptions: a delayed reception may overlap the
 * next transfer over its arc, and it is undefined which lanes the two use. */
static int check_lanes(const struct weft_machine *machine,
                       struct weft_error *err)
{
    if (machine->on_conflict != WEFT_CONFLICT_DELAY || machine->sharing ||
        !weft_network_has_lanes(machine->network))
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "a network with parallel links cannot delay "
                          "receptions: use on_conflict fail or report");
}

/* Check the arguments of a run with shared links, whose times are in ticks. */
static int check_sharing(const struct weft_machine *machine,
                         struct weft_error *err)
{
    const uint64_t most = TIME_MAX / WEFT_TICKS - 1;
    uint64_t slot = weft_cost_period(&machine->cost, machine->bytes);
    if (!machine->sharing)
        return 0;
    if (machine->engine && strcmp(machine->engine, "fibers") != 0)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "machine: engine %.40s with sharing; it must be "
                              "fibers",
                              machine->engine);
    return slot > most ? bad(err, "a slot with sharing", slot, most) : 0;
}

int arguments_check(const struct weft_machine *machine, struct weft_error *err)
{
    if (check_pointers(machine, err) || arguments_check_words(machine, err))
        return -1;
    return check_numbers(machine, err) || check_lanes(machine, err) ||
                   check_sharing(machine, err)
               ? -1
               : 0;
}
