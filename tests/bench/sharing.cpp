/* Messages that share links, by weft_replay() and by SimGrid's own model of a
 * network (CM02, without latency, so that flows share fairly), on the same
 * routes: how far apart are the arrivals?
 *
 * usage: bench-sharing NETWORK SENDS SEED [WHERE]
 * prints: the network, the messages, how many are late, the last arrival of
 * both, and the largest difference of two arrivals, relative to the time of the
 * trace; with WHERE (any word) a line for each message. Ends with 1 if they
 * differ by more than rounding. */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>
#include <weft/unstable/replay.h>
#include <weft/weft.h>
#include <xbt/log.h>

namespace sg4 = simgrid::s4u;

namespace
{

/* So many bytes are a word: SimGrid counts whole ones. */
const double fine = 1e6;

struct send {
    int from, to;
    uint64_t start, duration;
};

uint64_t draw(uint64_t &state)
{
    state =
        state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return state >> 33;
}

std::vector<send> traffic(int p, int count, uint64_t seed)
{
    std::vector<send> made;
    uint64_t start = 0;
    for (int i = 0; i < count; i++) {
        int from = static_cast<int>(draw(seed) % static_cast<uint64_t>(p));
        int by =
            1 + static_cast<int>(draw(seed) % static_cast<uint64_t>(p - 1));
        start += draw(seed) % 3;
        made.push_back({from, (from + by) % p, start, 1 + draw(seed) % 20});
    }
    return made;
}

std::vector<double> by_weft(const struct weft_network *network,
                            const std::vector<send> &sends, weft_error *err)
{
    std::vector<weft_event> events;
    for (size_t i = 0; i < sends.size(); i++) {
        weft_event event = {};
        event.kind = WEFT_SEND;
        event.rank = sends[i].from;
        event.peer = sends[i].to;
        event.message = static_cast<int>(i);
        event.start = sends[i].start;
        event.duration = sends[i].duration;
        events.push_back(event);
    }
    weft_trace_info info = {};
    info.processors = weft_network_size(network);
    info.unit_ns = 1000;
    info.step = 1;
    struct weft_replay *replay =
        weft_replay_create(network, WEFT_SHARING_FAIR, err);
    if (!replay)
        return {};
    const weft_sink *sink = weft_replay_sink(replay);
    std::vector<double> arrival;
    if (!sink->begin(sink->arg, &info) &&
        !sink->events(sink->arg, events.data(), events.size()) &&
        !sink->end(sink->arg)) {
        const struct weft_replay_result *result = weft_replay_result(replay);
        for (size_t i = 0; i < result->messages; i++)
            arrival.push_back(result->message[i].arrival);
    }
    weft_replay_destroy(replay);
    return arrival;
}

/* The platform: a link for each arc, a route for each pair that is used. */
struct world {
    const struct weft_network *network;
    sg4::NetZone *zone;
    std::vector<sg4::Host *> host;
    std::map<int64_t, sg4::Link *> link;
    std::map<int64_t, double> room;
    bool bandwidths = false;
    std::map<std::pair<int, int>, double> own; /* pace alone */

    void find_bandwidths()
    {
        for (int v = 0; v < weft_network_vertices(network); v++)
            for (int port = 0; port < weft_network_degree(network, v); port++) {
                weft_arc_cost cost = {};
                weft_network_arc_cost(network, v, port, &cost);
                room[weft_network_arc(network, v, port)] = cost.bandwidth;
                bandwidths |= cost.bandwidth > 0;
            }
    }

    sg4::Link *link_of(int64_t arc)
    {
        if (!link.count(arc)) {
            double words = bandwidths ? room[arc] : 1;
            link[arc] =
                zone->create_link("arc" + std::to_string(arc), words * fine)
                    ->set_latency(0.0)
                    ->seal();
        }
        return link[arc];
    }

    void add_route(int from, int to)
    {
        std::pair<int, int> pair(from, to);
        if (own.count(pair))
            return;
        std::vector<sg4::LinkInRoute> way;
        double pace = 0;
        for (int at = from, next; at != to; at = next) {
            next = weft_network_next(network, at, to);
            int64_t arc = weft_network_arc(
                network, at, weft_network_port(network, at, next));
            double words = bandwidths ? room[arc] : 1;
            way.emplace_back(link_of(arc));
            pace = pace > 0 ? std::min(pace, words) : words;
        }
        own[pair] = pace;
        zone->add_route(host[static_cast<size_t>(from)]->get_netpoint(),
                        host[static_cast<size_t>(to)]->get_netpoint(), nullptr,
                        nullptr, way, false);
    }
};

std::vector<double> by_simgrid(const struct weft_network *network,
                               const std::vector<send> &sends,
                               sg4::Engine &engine)
{
    world w;
    w.network = network;
    w.zone = sg4::create_full_zone("world");
    for (int i = 0; i < weft_network_size(network); i++)
        w.host.push_back(w.zone->create_host("p" + std::to_string(i), 1e9));
    w.find_bandwidths();
    for (const send &s : sends)
        w.add_route(s.from, s.to);
    w.zone->seal();
    std::vector<double> arrival(sends.size());
    for (size_t i = 0; i < sends.size(); i++) {
        const send &s = sends[i];
        double bytes =
            static_cast<double>(s.duration) * w.own[{s.from, s.to}] * fine;
        sg4::Host *from = w.host[static_cast<size_t>(s.from)];
        sg4::Host *to = w.host[static_cast<size_t>(s.to)];
        double *when = &arrival[i];
        sg4::Actor::create("send" + std::to_string(i), from, [=] {
            sg4::this_actor::sleep_until(static_cast<double>(s.start));
            sg4::Comm::sendto(from, to, static_cast<uint64_t>(bytes));
            *when = sg4::Engine::get_clock();
        });
    }
    engine.run();
    return arrival;
}

} // namespace

int main(int argc, char **argv)
{
    xbt_log_control_set("root.thres:error");
    sg4::Engine engine(&argc, argv);
    for (const char *setting :
         {"network/model:CM02", "network/crosstraffic:0", "network/TCP-gamma:0",
          "contexts/stack-size:64"})
        sg4::Engine::set_config(setting);
    weft_error err = {};
    struct weft_network *network =
        argc < 4 ? nullptr : weft_network_create(argv[1], &err);
    if (!network) {
        fprintf(stderr, "usage: bench-sharing NETWORK SENDS SEED %s\n",
                err.text);
        return 64;
    }
    std::vector<send> sends = traffic(weft_network_size(network), atoi(argv[2]),
                                      strtoull(argv[3], nullptr, 10));
    std::vector<double> here = by_weft(network, sends, &err);
    std::vector<double> there = by_simgrid(network, sends, engine);
    double worst = 0, last = 0, last_there = 0;
    int late = 0;
    for (size_t i = 0; i < sends.size(); i++) {
        auto length = static_cast<double>(sends[i].duration);
        worst = std::max(worst, std::fabs(here[i] - there[i]) / length);
        last = std::max(last, here[i]);
        last_there = std::max(last_there, there[i]);
        late += here[i] > static_cast<double>(sends[i].start) + length;
        if (argc > 4)
            printf("%zu %d %d %g %g %g\n", i, sends[i].from, sends[i].to,
                   length, here[i], there[i]);
    }
    printf("%s: %zu messages, %d late, last %.6f and %.6f, differ by %.1e\n",
           argv[1], sends.size(), late, last, last_there, worst);
    weft_network_destroy(network);
    return worst > 1e-4;
}
