/* The works on SimGrid: an actor per processor, a mailbox per arc, detached
 * sends. The network model is the cheapest there is: every message takes the
 * same time, and links are not shared.
 *
 * usage: bench-simgrid raw|thread|boost WORK DIMENSION
 * prints: as bench-one; switches are not known */
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <simgrid/s4u.hpp>
#include <string>
#include <sys/resource.h>
#include <vector>

#include "instructions.h"
#include "work.h"

namespace sg4 = simgrid::s4u;

namespace
{

struct letter {
    size_t bytes;
    unsigned char *data;
};

struct simgrid_peer {
    peer base;
    letter *taken;
};

uint64_t digest;
int dimension;
std::vector<sg4::Mailbox *> boxes; /* [processors][ports], made when used */

sg4::Mailbox *box(int owner, int port)
{
    auto *&box = boxes[(size_t)owner * dimension + port];
    if (!box)
        box = sg4::Mailbox::by_name(std::to_string(owner) + ":" +
                                    std::to_string(port));
    return box;
}

void drop(letter *old)
{
    if (old)
        delete[] old->data;
    delete old;
}

void post(peer *, int to, int port, const void *data, size_t bytes)
{
    auto *copy = new letter{bytes, new unsigned char[bytes]};
    memcpy(copy->data, data, bytes);
    box(to, port)->put_init(copy, bytes)->detach();
}

/* What is received tells the time. */
void step(peer *)
{
}

void send(peer *self, const int *to, const int *port, int count, uint64_t step,
          const void *data, size_t bytes)
{
    if (step)
        sg4::this_actor::sleep_until((double)step);
    for (int i = 0; i < count; i++)
        post(self, to[i], port[i], data, bytes);
}

const void *receive(peer *base, int, int port, size_t *bytes)
{
    auto *self = reinterpret_cast<simgrid_peer *>(base);
    drop(self->taken);
    self->taken = box(base->rank, port)->get<letter>();
    *bytes = self->taken->bytes;
    return self->taken->data;
}

void actor(const work *what, int rank, int d)
{
    simgrid_peer self{};
    self.base.rank = rank;
    self.base.d = d;
    self.base.send = send;
    self.base.post = post;
    self.base.step = step;
    self.base.receive = receive;
    what->run(&self.base);
    drop(self.taken);
    digest = work_combine(digest, rank, self.base.digest);
}

double now()
{
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

} // namespace

int main(int argc, char **argv)
{
    int d = argc == 4 ? atoi(argv[3]) : 0;
    const work *what = d ? work_find(argv[2], d) : nullptr;
    if (!what) {
        fprintf(stderr, "usage: bench-simgrid FACTORY WORK DIMENSION\n");
        return 64;
    }
    dimension = d;
    boxes.resize((size_t)d << d);
    int counter = instructions_begin();
    double start = now();
    std::string factory = std::string("--cfg=contexts/factory:") + argv[1];
    std::vector<std::string> words = {
        "bench", factory, "--cfg=network/model:Constant",
        "--cfg=contexts/stack-size:64", "--log=root.threshold:error"};
    std::vector<char *> arguments;
    for (auto &word : words)
        arguments.push_back(&word[0]);
    int count = (int)arguments.size();
    sg4::Engine engine(&count, arguments.data());
    auto *zone = sg4::create_empty_zone("world");
    auto *host = zone->create_host("host", 1e9);
    zone->seal();
    for (int i = 0; i >> d == 0; i++)
        sg4::Actor::create("p", host, actor, what, i, d);
    engine.run();
    double wall = now() - start;
    uint64_t instructions = instructions_end(counter);
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double cpu =
        (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
        1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    printf("%.6f %.6f %" PRIu64 " 0 %ld %" PRIu64 " %016" PRIx64 "\n", wall, cpu,
           what->messages(d), usage.ru_maxrss, instructions, digest);
    return 0;
}
