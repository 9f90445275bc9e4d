/* Processes that join a cluster and agree, over a transport that emulates the
 * others. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <weft/machine.h>
#include <weft/unstable/cluster.h>
#include <weft/version.h>

#include "machine/cluster/packet.h"

/* The messages that the other process sends, in order. */
static struct packet_builder script[8];
static int cluster_given, closed, sent_leave, sent_heartbeat;
static bool closed_together, gone;

/* Message types, as in cluster.h. */
enum {
    HELLO = 1,
    AGREE = 2,
    LEAVE = 6,
    REPORT = 8,
    PLAIN = 12,
    HEARTBEAT = 13
};

static int send_it(struct weft_transport *transport, int to, void *data,
                   size_t bytes, struct weft_error *err)
{
    struct weft_packet packet = {data, bytes};
    cr_assert_eq(to, !transport->rank);
    cr_assert_eq(bytes % 8, 0);
    uint64_t what = packet_take_number(&packet);
    sent_leave += what == LEAVE;
    sent_heartbeat += what == HEARTBEAT;
    free(data);
    return gone ? weft_error_set(err, WEFT_ERROR_SYSTEM, 0, "it is gone") : 0;
}

static int cluster_take(struct weft_transport *transport, bool wait,
                        struct weft_arrival *in, struct weft_error *err)
{
    const struct packet_builder *next = &script[cluster_given];
    in->from = !transport->rank;
    if (gone)
        return weft_error_set(err, WEFT_ERROR_SYSTEM, 0, "it is gone");
    if (!next->data || !wait) /* delivers messages only in a blocking call */
        return 0;
    in->data = malloc(next->bytes);
    in->bytes = next->bytes;
    memcpy(in->data, next->data, next->bytes);
    cluster_given++;
    return 1;
}

static void close_it(struct weft_transport *transport, bool together,
                     int status)
{
    (void)status;
    closed++;
    closed_together = together;
    free(transport);
}

static struct weft_transport *cluster_make(int rank)
{
    struct weft_transport *transport = calloc(1, sizeof *transport);
    *transport = (struct weft_transport){.version = WEFT_TRANSPORT,
                                         .name = "a test",
                                         .rank = rank,
                                         .size = 2,
                                         .send = send_it,
                                         .take = cluster_take,
                                         .close = close_it};
    return transport;
}

static void say(int i, uint64_t occasion)
{
    packet_number(&script[i], occasion);
}

static void say_hello(int i)
{
    char text[96];
    snprintf(text, sizeof text, "weft %s, %zu bit, little endian",
             weft_version(), 8 * sizeof(void *));
    say(i, HELLO);
    packet_text(&script[i], text);
}

static void say_verdict(int i, int failed, const char *why)
{
    struct weft_error err = {0};
    if (failed)
        weft_error_set(&err, WEFT_ERROR_WRONG, 0, "%s", why);
    say(i, AGREE);
    packet_number(&script[i], (uint64_t)failed);
    packet_put(&script[i], &err, sizeof err);
}

Test(cluster, alone)
{
    struct weft_error err = {0};
    cr_assert_eq(weft_cluster_size(), 1);
    cr_assert_eq(weft_cluster_rank(), 0);
    cr_assert_eq(weft_cluster_agree(0, &err), 0);
    cr_assert_eq(weft_cluster_agree(-1, &err), -1);
    cr_assert_eq(weft_cluster_leave(7), 7);
}

Test(cluster, other_version_is_named)
{
    struct weft_error err = {0};
    say(0, HELLO);
    packet_text(&script[0], "weft 9.8.7, 64 bit, little endian");
    cr_assert_eq(weft_cluster_use(cluster_make(0), &err), -1);
    cr_assert_eq(err.kind, WEFT_ERROR_MISUSE);
    cr_assert(strstr(err.text, "weft 9.8.7"), "%s", err.text);
    cr_assert(strstr(err.text, weft_version()), "%s", err.text);
}

Test(cluster, other_program)
{
    struct weft_error err = {0};
    say(0, HELLO);
    cr_assert_eq(weft_cluster_use(cluster_make(1), &err), -1);
    cr_assert_eq(err.kind, WEFT_ERROR_MISUSE);
}

Test(cluster, other_transport)
{
    struct weft_error err = {0};
    struct weft_transport *transport = cluster_make(0);
    transport->version++;
    cr_assert_eq(weft_cluster_use(transport, &err), -1);
    cr_assert_eq(err.kind, WEFT_ERROR_MISUSE);
    cr_assert_eq(weft_cluster_size(), 1);
    free(transport);
}

Test(cluster, first_failure_counts)
{
    static const struct {
        int rank, own, other;
        const char *text; /* NULL: success */
    } rows[] = {
        {0, 0, 0, NULL},     {0, 0, 1, "process 1: theirs"},
        {0, 1, 1, "ours"},   {0, 1, 0, "ours"},
        {1, 1, 1, "theirs"}, {1, 0, 1, "theirs"},
        {1, 1, 0, "ours"},   {1, 0, 0, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct weft_error err = {0};
        cluster_given = 0;
        for (int k = 0; k < 3; k++)
            packet_finish(&script[k]);
        say_hello(0);
        say_verdict(1, rows[i].other, "theirs");
        say(2, LEAVE);
        packet_number(&script[2], 5);
        cr_assert_eq(weft_cluster_use(cluster_make(rows[i].rank), &err), 0,
                     "%s", err.text);
        if (rows[i].own)
            weft_error_set(&err, WEFT_ERROR_WRONG, 0, "ours");
        int status = weft_cluster_agree(rows[i].own, &err);
        cr_assert_eq(status, rows[i].text ? -1 : 0, "row %zu", i);
        if (rows[i].text)
            cr_assert_str_eq(err.text, rows[i].text, "row %zu", i);
        cr_assert_eq(weft_cluster_leave(3), rows[i].rank ? 5 : 3);
        cr_assert(closed_together);
    }
    cr_assert_eq(closed, 8);
}

/* A process that leaves ends the run for a process that wants to go on. */
Test(cluster, the_other_leaves)
{
    struct weft_error err = {0};
    say_hello(0);
    say(1, LEAVE);
    packet_number(&script[1], 64);
    cr_assert_eq(weft_cluster_use(cluster_make(1), &err), 0);
    cr_assert_eq(weft_cluster_agree(0, &err), -1);
    cr_assert(strstr(err.text, "process 0"), "%s", err.text);
    cr_assert_eq(weft_cluster_leave(1), 64);
    cr_assert(closed_together);
}

/* A process that receives messages directly and finds that the other has left
 * must confirm this, because the other waits for it. */
Test(cluster, the_other_is_told)
{
    struct weft_error err = {0};
    struct weft_arrival in;
    say_hello(0);
    say(1, LEAVE);
    packet_number(&script[1], 64);
    cr_assert_eq(weft_cluster_use(cluster_make(1), &err), 0);
    cr_assert_eq(weft_cluster_take(true, &in, &err), -1);
    int before = sent_leave;
    cr_assert_eq(weft_cluster_leave(1), 64);
    cr_assert_eq(sent_leave, before + 1);
    cr_assert(closed_together);
}

/* A leaving process waits for the other's leave message and ignores all
 * others. */
Test(cluster, the_other_is_waited_for)
{
    struct weft_error err = {0};
    say_hello(0);
    say_verdict(1, 0, "");
    say(2, PLAIN);
    packet_block(&script[2], "abc", 3);
    say(3, LEAVE);
    packet_number(&script[3], 1);
    cr_assert_eq(weft_cluster_use(cluster_make(0), &err), 0);
    cr_assert_eq(weft_cluster_leave(64), 64);
    cr_assert_eq(cluster_given, 4);
    cr_assert(closed_together);
}

Test(cluster, the_other_is_gone)
{
    struct weft_error err = {0};
    say_hello(0);
    cr_assert_eq(weft_cluster_use(cluster_make(0), &err), 0);
    gone = true;
    cr_assert_eq(weft_cluster_agree(0, &err), -1);
    cr_assert_str_eq(err.text, "it is gone");
    cr_assert_eq(weft_cluster_leave(1), 1);
    cr_assert_eq(closed, 1);
    cr_assert_not(closed_together);
}

/* Messages left over from a run must not disturb the following calls. */
Test(cluster, left_over)
{
    struct weft_error err = {0};
    say_hello(0);
    say(1, REPORT);
    say(2, HEARTBEAT);
    say_verdict(3, 1, "theirs");
    cr_assert_eq(weft_cluster_use(cluster_make(0), &err), 0);
    cr_assert_eq(weft_cluster_agree(0, &err), -1);
    cr_assert_str_eq(err.text, "process 1: theirs");
    say(4, LEAVE);
    cr_assert_eq(weft_cluster_leave(1), 1);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Poll for up to `most` seconds, or until the other process is lost; in->from
 * is then its rank. Return the time in seconds. */
static double look_for(double most, struct weft_arrival *in,
                       struct weft_error *err)
{
    double begin = seconds(), now = begin;
    int status = 0;
    for (; !status && now < begin + most; now = seconds())
        status = weft_cluster_take(false, in, err);
    cr_assert_eq(status, now < begin + most ? -1 : 0);
    return now - begin;
}

/* Process 0 expects heartbeats from the beginning. */
Test(cluster, the_other_is_not_heard)
{
    struct weft_error err = {0};
    struct weft_arrival in;
    say_hello(0);
    cr_assert_eq(weft_cluster_use(cluster_make(0), &err), 0);
    cr_assert_eq(weft_cluster_heartbeat(1, &err), 0);
    double looked = look_for(20, &in, &err);
    cr_assert(looked >= 1 && looked < 20, "%g s", looked);
    cr_assert_eq(in.from, 1);
    cr_assert_str_eq(err.text, "process 1 has been silent for 1 s");
    cr_assert_geq(sent_heartbeat, 4);
    cr_assert_eq(weft_cluster_take(false, &in, &err), 0, "it was told before");
    cr_assert_eq(weft_cluster_leave(1), 1);
    cr_assert_not(closed_together);
}

/* Other processes expect them only after the first message from process 0. */
Test(cluster, the_first_is_not_heard)
{
    struct weft_error err = {0};
    struct weft_arrival in;
    say_hello(0);
    cr_assert_eq(weft_cluster_use(cluster_make(1), &err), 0);
    cr_assert_eq(weft_cluster_heartbeat(1, &err), 0);
    cr_assert_geq(look_for(1.5, &in, &err), 1.5);
    say(1, HEARTBEAT);
    cr_assert_eq(weft_cluster_take(true, &in, &err), 0);
    cr_assert_lt(look_for(20, &in, &err), 20);
    cr_assert_eq(in.from, 0);
    cr_assert_eq(weft_cluster_leave(1), 1);
}

/* A process that no longer listens reports nobody as lost. */
Test(cluster, nobody_listens)
{
    struct weft_error err = {0};
    struct weft_arrival in;
    say_hello(0);
    cr_assert_eq(weft_cluster_use(cluster_make(0), &err), 0);
    cr_assert_eq(weft_cluster_heartbeat(1, &err), 0);
    cr_assert_eq(weft_cluster_heartbeat(0, &err), 0);
    cr_assert_geq(look_for(1.5, &in, &err), 1.5);
    cr_assert_eq(sent_heartbeat, 0);
    say(1, LEAVE);
    packet_number(&script[1], 1);
    cr_assert_eq(weft_cluster_leave(1), 1);
}

Test(cluster, by_themselves)
{
    struct weft_error err = {0};
    struct weft_arrival in;
    cr_assert_eq(weft_cluster_send(0, "x", 1, &err), -1);
    cr_assert_eq(err.kind, WEFT_ERROR_MISUSE);
    cr_assert_eq(weft_cluster_take(true, &in, &err), 0);
    say_hello(0);
    say(1, PLAIN);
    packet_block(&script[1], "abc", 3);
    say(2, PLAIN);
    packet_block(&script[2], NULL, 0);
    cr_assert_eq(weft_cluster_use(cluster_make(0), &err), 0);
    static const int nobody[] = {0, 2, -1};
    for (size_t i = 0; i < 3; i++)
        cr_assert_eq(weft_cluster_send(nobody[i], "x", 1, &err), -1);
    cr_assert_eq(weft_cluster_send(1, "x", 1, &err), 0);
    cr_assert_eq(weft_cluster_take(false, &in, &err), 0);
    cr_assert_eq(weft_cluster_take(true, &in, &err), 1);
    cr_assert(in.from == 1 && in.bytes == 3 && !memcmp(in.data, "abc", 3));
    free(in.data);
    cr_assert_eq(weft_cluster_take(true, &in, &err), 1);
    cr_assert(in.from == 1 && !in.bytes);
    free(in.data);
    cr_assert_eq(weft_cluster_take(true, &in, &err), 0);
    gone = true;
    cr_assert_eq(weft_cluster_take(true, &in, &err), -1);
    cr_assert_eq(in.from, 1);
    weft_cluster_leave(0);
    cr_assert_not(closed_together);
}

/* Truncated messages must not cause reads beyond their end. */
Test(cluster, packets)
{
    struct packet_builder built = {0};
    packet_number(&built, 7);
    packet_block(&built, "abcdefghi", 9);
    packet_text(&built, NULL);
    packet_text(&built, "text");
    packet_block(&built, NULL, 0);
    for (size_t bytes = 0; bytes <= built.bytes; bytes++) {
        struct weft_packet packet = {built.data, bytes};
        size_t length;
        uint64_t number = packet_take_number(&packet);
        const char *block = packet_take_block(&packet, &length);
        cr_assert(number == 7 || number == 0);
        cr_assert(length == 0 ||
                  (length == 9 && !memcmp(block, "abcdefghi", 9)));
        const char *none = packet_take_text(&packet);
        const char *text = packet_take_text(&packet);
        cr_assert_null(bytes < built.bytes ? NULL : none);
        cr_assert(!text || !strcmp(text, "text"));
        cr_assert(bytes < built.bytes || text);
    }
    packet_finish(&built);
}
