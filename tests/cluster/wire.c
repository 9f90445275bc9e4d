/* A network switch in a process, for hosts emulated by network namespaces: a
 * frame that arrives at one port leaves by the port of its receiver, delayed,
 * or is lost. It replaces netem on kernels without it (tools/cluster.sh).
 *
 * usage: wire DELAY LOSS INTERFACE...
 *
 * DELAY is in microseconds, LOSS in frames per million. A signal ends the
 * program, which then prints statistics. A frame may be as long as the system's
 * largest send (64 KiB), and its checksums may still be missing; a header in
 * front of the frame describes both and is forwarded with it
 * (PACKET_VNET_HDR). */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PORTS 64
#define LONGEST (sizeof(struct virtio_net_hdr) + 70000)

struct frame {
    struct frame *next;
    uint64_t due; /* ns */
    size_t bytes;
    int from;
    unsigned char data[];
};

static struct {
    int socket;
    bool known;
    unsigned char address[ETH_ALEN]; /* MAC address of the attached host */
} port[PORTS];
static int ports;

static uint64_t delay, loss, chance = 88172645463325252u;
static struct frame *first, *last;
static unsigned long long frames, lost, late;
static volatile sig_atomic_t ended;

static void end(int signal)
{
    (void)signal;
    ended = 1;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void fail(const char *what)
{
    fprintf(stderr, "wire: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void open_port(const char *name)
{
    struct sockaddr_ll link = {.sll_family = AF_PACKET,
                               .sll_protocol = htons(ETH_P_ALL),
                               .sll_ifindex = (int)if_nametoindex(name)};
    int on = 1;
    int made = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK, 0);
    struct packet_mreq all = {.mr_ifindex = link.sll_ifindex,
                              .mr_type = PACKET_MR_PROMISC};
    if (!link.sll_ifindex || made < 0 ||
        setsockopt(made, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on) ||
        setsockopt(made, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) ||
        setsockopt(made, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &all, sizeof all) ||
        bind(made, (struct sockaddr *)&link, sizeof link))
        fail(name);
    port[ports++].socket = made;
}

static bool is_lost(void)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return chance % 1000000 < loss;
}

/* Receive all frames waiting at one port, and queue them or lose them. */
static void take(int from)
{
    static unsigned char data[LONGEST];
    const unsigned char *ethernet = data + sizeof(struct virtio_net_hdr);
    ssize_t bytes;
    while ((bytes = recv(port[from].socket, data, sizeof data, 0)) > 0) {
        if ((size_t)bytes < sizeof(struct virtio_net_hdr) + ETH_HLEN)
            continue;
        memcpy(port[from].address, ethernet + ETH_ALEN, ETH_ALEN);
        port[from].known = true;
        frames++;
        if (is_lost()) {
            lost++;
            continue;
        }
        struct frame *frame = malloc(sizeof *frame + (size_t)bytes);
        if (!frame)
            fail("a frame");
        *frame = (struct frame){
            .due = now() + delay, .bytes = (size_t)bytes, .from = from};
        memcpy(frame->data, data, (size_t)bytes);
        if (first)
            last->next = frame;
        else
            first = frame;
        last = frame;
    }
}

static void give(const struct frame *frame)
{
    const unsigned char *to = frame->data + sizeof(struct virtio_net_hdr);
    int only = -1;
    for (int k = 0; k < ports && only < 0; k++)
        if (port[k].known && !memcmp(port[k].address, to, ETH_ALEN))
            only = k;
    for (int k = 0; k < ports; k++)
        if (k != frame->from && (only < 0 || k == only))
            send(port[k].socket, frame->data, frame->bytes, 0);
}

/* Forward all frames that are due. Return the time until the next, in ns, or -1
 * if none is queued. */
static int64_t give_due(void)
{
    while (first) {
        uint64_t time = now();
        if (first->due > time)
            return (int64_t)(first->due - time);
        struct frame *frame = first;
        late += time - frame->due;
        give(frame);
        first = frame->next;
        free(frame);
    }
    return -1;
}

int main(int argc, char **argv)
{
    struct pollfd poller[PORTS];
    struct sigaction action = {.sa_handler = end};
    if (argc < 5 || argc > 3 + PORTS) {
        fprintf(stderr, "usage: wire DELAY LOSS INTERFACE INTERFACE...\n");
        return 64;
    }
    delay = strtoull(argv[1], NULL, 10) * 1000;
    loss = strtoull(argv[2], NULL, 10);
    prctl(PR_SET_TIMERSLACK, 1UL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    for (int i = 3; i < argc; i++)
        open_port(argv[i]);
    for (int k = 0; k < ports; k++)
        poller[k] = (struct pollfd){port[k].socket, POLLIN, 0};
    while (!ended) {
        int64_t left = give_due();
        struct timespec wait = {left / 1000000000, left % 1000000000};
        ppoll(poller, (nfds_t)ports, left < 0 ? NULL : &wait, NULL);
        for (int k = 0; k < ports; k++)
            if (poller[k].revents)
                take(k);
    }
    printf("%llu frames, %llu lost, %.1f us later than asked for\n", frames,
           lost,
           frames > lost ? (double)late / 1e3 / (double)(frames - lost) : 0.0);
    return 0;
}
