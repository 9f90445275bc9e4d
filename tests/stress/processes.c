/* Several processes of a test. */
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
#include <weft/cluster.h>

#define PROCESSES_MAX 16

/* One direction of one link, in an exchange. */
struct way {
    uint64_t bytes; /* of the parcel */
    size_t done;    /* of 8 bytes and the parcel */
    char *data;
    size_t room;
};

struct mesh {
    int link[PROCESSES_MAX]; /* sockets */
    struct way out[PROCESSES_MAX], in[PROCESSES_MAX];
};

static bool ended(const struct way *way)
{
    return way->done >= sizeof way->bytes &&
           way->done == sizeof way->bytes + way->bytes;
}

/* A part of one way; the first 8 bytes are its length. 0, or -1: the other end
 * is gone. */
static int move(int link, struct way *way, bool sends)
{
    char *at;
    size_t left;
    if (way->done < sizeof way->bytes) {
        at = (char *)&way->bytes + way->done;
        left = sizeof way->bytes - way->done;
    } else {
        if (!sends && way->bytes > way->room) {
            way->data = realloc(way->data, way->bytes);
            way->room = way->bytes;
        }
        at = way->data + (way->done - sizeof way->bytes);
        left = sizeof way->bytes + way->bytes - way->done;
    }
    ssize_t moved =
        sends ? send(link, at, left, MSG_NOSIGNAL) : recv(link, at, left, 0);
    if (moved > 0)
        way->done += (size_t)moved;
    return moved > 0 || (moved < 0 && errno == EAGAIN) ? 0 : -1;
}

static int exchange(struct weft_transport *transport,
                    const struct weft_parcel out[], struct weft_parcel in[],
                    struct weft_error *err)
{
    struct mesh *mesh = transport->state;
    for (int k = 0; k < transport->size; k++) {
        mesh->out[k].bytes = out[k].bytes;
        mesh->out[k].data = (char *)(uintptr_t)out[k].data;
        mesh->out[k].done = mesh->in[k].done = 0;
    }
    for (;;) {
        struct pollfd poller[PROCESSES_MAX];
        bool open = false;
        for (int k = 0; k < transport->size; k++) {
            bool other = k != transport->rank;
            bool sends = other && !ended(&mesh->out[k]);
            bool takes = other && !ended(&mesh->in[k]);
            poller[k] = (struct pollfd){
                .fd = sends || takes ? mesh->link[k] : -1,
                .events = (short)((sends ? POLLOUT : 0) | (takes ? POLLIN : 0)),
            };
            open |= sends || takes;
        }
        if (!open)
            break;
        poll(poller, (nfds_t)transport->size, -1);
        for (int k = 0; k < transport->size; k++) {
            short got = poller[k].revents;
            if ((got & POLLOUT && move(mesh->link[k], &mesh->out[k], true)) ||
                (got & POLLIN && !ended(&mesh->in[k]) &&
                 move(mesh->link[k], &mesh->in[k], false)) ||
                (got & (POLLERR | POLLHUP) && !(got & POLLIN)))
                return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                                      "process %d has ended", k);
        }
    }
    for (int k = 0; k < transport->size; k++)
        in[k] = k == transport->rank
                    ? (struct weft_parcel){NULL, 0}
                    : (struct weft_parcel){mesh->in[k].data, mesh->in[k].bytes};
    return 0;
}

static void close_mesh(struct weft_transport *transport, bool together,
                       int status)
{
    struct mesh *mesh = transport->state;
    (void)together;
    (void)status;
    for (int k = 0; k < transport->size; k++) {
        if (k != transport->rank)
            close(mesh->link[k]);
        free(mesh->in[k].data);
    }
    free(mesh);
    free(transport);
}

static int own_rank;

/* Links for all pairs, then a process for each rank. */
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
                mesh->link[b] = link[a][b];
            else if (a != b)
                close(link[a][b]);
    return mesh;
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
            .exchange = exchange,
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
