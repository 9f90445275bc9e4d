/* C++ exceptions: each processor handles its own, whoever runs in between. A
 * processor throws, waits for a message while it handles the exception, throws
 * another one inside, and finds both again; destructors run meanwhile send and
 * receive as well. */
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <weft/machine.h>

namespace
{

struct lost {
};

/* Everybody's turn, with something said to a neighbour. */
void exchange(weft_processor *self)
{
    struct weft_message m;
    int other = weft_rank(self) ^ 1;
    if (weft_send(self, other, 1, nullptr, 0) ||
        weft_receive(self, other, &m) || weft_compute(self, 1))
        throw lost();
}

/* Lets the others run while its stack is unwound. */
struct courteous {
    weft_processor *self;
    ~courteous()
    {
        try {
            exchange(self);
        } catch (const lost &) {
        }
    }
};

/* What is handled now, as text. */
std::string handled()
{
    try {
        std::exception_ptr now = std::current_exception();
        if (!now)
            return "nothing";
        std::rethrow_exception(now);
    } catch (const std::exception &e) {
        return e.what();
    } catch (...) {
        return "something else";
    }
}

bool nested(weft_processor *self, int depth)
{
    std::string mine =
        std::to_string(weft_rank(self)) + "." + std::to_string(depth);
    try {
        courteous guard{self};
        throw std::runtime_error(mine);
    } catch (const std::runtime_error &e) {
        exchange(self);
        bool right = mine == e.what() && mine == handled() &&
                     std::uncaught_exceptions() == 0;
        if (depth < 4)
            right = nested(self, depth + 1) && right;
        exchange(self);
        return right && mine == e.what() && mine == handled();
    }
}

int program(weft_processor *self, void *)
{
    try {
        for (int i = 0; i < 20; i++)
            if (!nested(self, 0) || handled() != "nothing")
                return weft_fail(self, "processor %d: another's exception",
                                 weft_rank(self));
    } catch (const lost &) {
        return -1;
    }
    return 0;
}

} // namespace

int main()
{
    struct weft_error err = {};
    struct weft_outcome outcome;
    struct weft_network *network = weft_network_create("complete:8", nullptr);
    struct weft_machine machine = {};
    int wrong = 0, runs = 0;
    machine.network = network;
    machine.program = program;
    if (!network || weft_model_parse("one-port-duplex", &machine.model, &err))
        return 1;
    /* the last engine, rounds, takes no programs */
    for (size_t e = 0; weft_engine(e + 1); e++)
        for (int workers = 1; workers <= 2; workers++)
            for (uint64_t window = 1; window <= 64; window *= 64) {
                machine.engine = weft_engine(e)->name;
                machine.workers = workers;
                machine.window = window;
                if (weft_machine_run(&machine, &outcome, &err)) {
                    std::printf("%s, %d workers: %s\n", machine.engine, workers,
                                err.text);
                    wrong++;
                }
                weft_outcome_finish(&outcome);
                runs++;
            }
    std::printf("%d runs, %d wrong\n", runs, wrong);
    weft_network_destroy(network);
    return wrong != 0;
}
