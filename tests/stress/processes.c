/* A transport among forked processes, for tests. */
#include "processes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <weft/unstable/cluster.h>

#define PROCESSES_MAX 24

/* A message in transfer; its length precedes it in 8 bytes. */
struct parcel {
    struct parcel *next;
    uint64_t bytes; /* of data */
    size_t done;    /* number of bytes transferred, including the 8 bytes */
    char *data;
};

struct link {
    int socket;
    struct parcel *first, *last; /* send queue */
    struct parcel in;
    bool gone, told; /* connection closed; the test has been informed */
    unsigned late;   /* remaining polls in which arrived data is withheld */
};

struct mesh {
    struct link link[PROCESSES_MAX];
    int next; /* link to poll next */
    unsigned chance;
};

static int owed; /* messages received from process 0, less those sent to it */

/* Return a random delay, so that processes meet in unusual orders. */
static unsigned lateness(struct mesh *mesh)
{
    mesh->chance = mesh->chance * 1664525u + 1013904223u;
    return mesh->chance >> 28 ? 0 : mesh->chance >> 22 & 63;
}

static bool ended(const struct parcel *parcel)
{
    return parcel->done >= sizeof parcel->bytes &&
           parcel->done == sizeof parcel->bytes + parcel->bytes;
}

/* Transfer a part of a message. Return false if nothing moved. */
static bool move(struct link *link, struct parcel *parcel, bool sends)
{
    char *at;
    size_t left;
    if (parcel->done < sizeof parcel->bytes) {
        at = (char *)&parcel->bytes + parcel->done;
        left = sizeof parcel->bytes - parcel->done;
    } else {
        if (!parcel->data)
            parcel->data = malloc(parcel->bytes);
        at = parcel->data + (parcel->done - sizeof parcel->bytes);
        left = sizeof parcel->bytes + parcel->bytes - parcel->done;
    }
    ssize_t moved = sends ? send(link->socket, at, left, MSG_NOSIGNAL)
                          : recv(link->socket, at, left, 0);
    if (moved > 0)
        parcel->done += (size_t)moved;
    else
        link->gone |= !(moved < 0 && (errno == EAGAIN || errno == EINTR));
    return moved > 0;
}

static void drop_first(struct link *link)
{
    struct parcel *first = link->first;
    link->first = first->next;
    free(first->data);
    free(first);
}

static void send_what_goes(struct link *link)
{
    while (link->first && !link->gone && move(link, link->first, true))
        if (ended(link->first))
            drop_first(link);
}

static int send_parcel(struct weft_transport *transport, int to, void *data,
                       size_t bytes, struct weft_error *err)
{
    struct mesh *mesh = transport->state;
    struct link *link = &mesh->link[to];
    struct parcel *parcel = calloc(1, sizeof *parcel);
    *parcel = (struct parcel){.bytes = bytes, .data = data};
    if (link->first)
        link->last->next = parcel;
    else
        link->first = parcel;
    link->last = parcel;
    owed -= !to;
    send_what_goes(link);
    return link->gone ? weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                                       "process %d has ended", to)
                      : 0;
}

/* Implement take() for one link. Messages that arrived before the connection
 * closed are delivered first. */
static int look(struct link *link, int from, struct weft_arrival *in,
                struct weft_error *err)
{
    send_what_goes(link);
    if (link->late) {
        link->late--;
        return 0;
    }
    while (!ended(&link->in) && move(link, &link->in, false))
        ;
    if (ended(&link->in)) {
        *in = (struct weft_arrival){from, link->in.data, link->in.bytes};
        link->in = (struct parcel){.done = 0};
        return 1;
    }
    if (!link->gone || link->told)
        return 0;
    link->told = true;
    in->from = from;
    return weft_error_set(err, WEFT_ERROR_SYSTEM, 0, "process %d has ended",
                          from);
}

static void wait_a_little(const struct weft_transport *transport)
{
    const struct mesh *mesh = transport->state;
    struct pollfd poller[PROCESSES_MAX];
    for (int k = 0; k < transport->size; k++) {
        const struct link *link = &mesh->link[k];
        bool other = k != transport->rank && !link->gone;
        poller[k] = (struct pollfd){
            .fd = other ? link->socket : -1,
            .events = (short)(POLLIN | (link->first ? POLLOUT : 0))};
    }
    poll(poller, (nfds_t)transport->size, 10);
}

static int processes_take(struct weft_transport *transport, bool wait,
                          struct weft_arrival *in, struct weft_error *err)
{
    struct mesh *mesh = transport->state;
    in->from = -1;
    for (int turn = 0; turn <= wait; turn++) {
        for (int k = 0; k < transport->size; k++) {
            int from = mesh->next;
            mesh->next = (from + 1) % transport->size;
            int status = from == transport->rank
                             ? 0
                             : look(&mesh->link[from], from, in, err);
            if (status > 0) {
                mesh->link[from].late = lateness(mesh);
                owed += !from;
            }
            if (status)
                return status;
        }
        if (wait && !turn)
            wait_a_little(transport);
    }
    return 0;
}

static void close_mesh(struct weft_transport *transport, bool together,
                       int status)
{
    struct mesh *mesh = transport->state;
    (void)status;
    for (int k = 0; k < transport->size; k++) {
        struct link *link = &mesh->link[k];
        while (k != transport->rank && together && link->first && !link->gone) {
            send_what_goes(link);
            wait_a_little(transport);
        }
        while (link->first)
            drop_first(link);
        free(link->in.data);
        if (k != transport->rank)
            close(link->socket);
    }
    free(mesh);
    free(transport);
}

static int own_rank;

/* Create links for all pairs, then fork a process for each rank. */
static struct mesh *fork_all(int count)
{
    static int link[PROCESSES_MAX][PROCESSES_MAX];
    struct mesh *mesh = calloc(1, sizeof *mesh);
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            int ends[2];
            if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends))
                abort();
            link[a][b] = ends[0];
            link[b][a] = ends[1];
        }
    fflush(NULL);
    for (int k = 1; k < count && !own_rank; k++) {
        pid_t child = fork();
        if (child < 0)
            abort();
        if (!child)
            own_rank = k;
    }
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            if (a == own_rank)
                mesh->link[b].socket = link[a][b];
            else if (a != b)
                close(link[a][b]);
    return mesh;
}

int processes_owed(void)
{
    return owed;
}

static void be_quiet(void)
{
    int null = open("/dev/null", O_WRONLY);
    if (own_rank && null >= 0)
        dup2(null, STDOUT_FILENO);
    if (null >= 0)
        close(null);
}

void processes_join(int count)
{
    struct weft_error err;
    int status;
    if (weft_cluster_started() >= 0) {
        status = weft_cluster_join(&err);
        own_rank = weft_cluster_rank();
    } else {
        struct mesh *mesh = fork_all(count);
        struct weft_transport *transport = calloc(1, sizeof *transport);
        *transport = (struct weft_transport){
            .version = WEFT_TRANSPORT,
            .name = "sockets",
            .rank = own_rank,
            .size = count,
            .state = mesh,
            .send = send_parcel,
            .take = processes_take,
            .close = close_mesh,
        };
        status = weft_cluster_use(transport, &err);
    }
    if (status) {
        fprintf(stderr, "%s\n", err.text);
        exit(2);
    }
    be_quiet();
}

int processes_leave(int status)
{
    int child, ended;
    status = weft_cluster_leave(status);
    if (own_rank)
        exit(status);
    while ((child = wait(&ended)) > 0)
        if (!WIFEXITED(ended) || (WEXITSTATUS(ended) && !status)) {
            printf("process %d ended badly\n", child);
            status = 1;
        }
    return status;
}
