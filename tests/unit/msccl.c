/* MSCCL algorithms checked against their own rules: an all-reduce of two GPUs,
 * and the findings when one item in it is changed. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/trace.h>
#include <weft/unstable/msccl.h>

#define STEP(s, type, at, more)                                                \
    "<step s='" s "' type='" type "' srcbuf='i' srcoff='" at                   \
    "' dstbuf='i' dstoff='" at "' cnt='1' " more "/>\n"
#define ALGORITHM                                                              \
    "<algo name='two' ngpus='2' nchunksperloop='2' coll='allreduce' "          \
    "inplace='1'>\n"

/* Each GPU has a single thread block. */
static const char two[] = ALGORITHM
    "<gpu id='0'>\n<tb id='0' send='1' recv='1' chan='0'>\n" /* line 3 */
    STEP("0", "s", "1", "") STEP("1", "rrc", "0", "") STEP("2", "s", "0", "")
        STEP("3", "r", "1",
             "") "</tb></gpu>\n" /* line 8 */
                 "<gpu id='1'>\n<tb id='0' send='0' recv='0' chan='0'>\n" STEP(
                     "0", "s", "0", "") STEP("1", "rrc", "1", "")
                     STEP("2", "s", "1", "")
                         STEP("3", "r", "0", "") "</tb></gpu>\n</algo>\n";

/* A second thread block copies the second chunk of GPU 0, which may happen
 * before or after this chunk is received, unless the copy waits. */
static const char msccl_copies[] = ALGORITHM
    "<gpu id='0' s_chunks='1'>\n<tb id='0' send='1' recv='1' chan='0'>\n" STEP(
        "0", "s", "1", "") STEP("1", "rrc", "0", "") STEP("2", "s", "0", "")
        STEP("3", "r", "1",
             "hasdep='1'") "</tb>\n"
                           "<tb id='1'><step s='0' type='cpy' srcbuf='i' "
                           "srcoff='1' dstbuf='s' "
                           "dstoff='0' cnt='1' depid='-1' "
                           "deps='-1'/></tb></gpu>\n"
                           "<gpu id='1'>\n<tb id='0' send='0' recv='0' "
                           "chan='0'>\n" STEP("0", "s", "0", "") STEP(
                               "1", "rrc", "1", "") STEP("2", "s", "1", "")
                               STEP("3", "r", "0", "") "</tb></gpu>\n</algo>\n";

/* Write the text to a file with one part replaced. Return the path, to be
 * freed. */
static char *file_of(const char *text, const char *from, const char *to)
{
    char *path = strdup("/tmp/weft-msccl-XXXXXX");
    int fd = mkstemp(path);
    FILE *out = fdopen(fd, "w");
    const char *at = from ? strstr(text, from) : NULL;
    cr_assert(out && (!from || at), "%s is not in it", from ? from : "");
    if (at)
        fprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    else
        fputs(text, out);
    fclose(out);
    return path;
}

static int msccl_check(const char *text, const char *from, const char *to,
                       struct weft_msccl_result *result, struct weft_error *err)
{
    char *path = file_of(text, from, to);
    int status = weft_msccl_check(path, result, err);
    unlink(path);
    free(path);
    return status;
}

Test(msccl, valid)
{
    struct weft_msccl_result result;
    struct weft_error err;
    cr_assert_eq(msccl_check(two, NULL, NULL, &result, &err), 0, "%s",
                 err.text);
    cr_expect(weft_msccl_valid(&result));
    cr_expect_str_eq(result.name, "two");
    cr_expect_str_eq(result.collective, "allreduce");
    cr_expect_eq(result.gpus, 2);
    cr_expect_eq(result.steps, 8);
    cr_expect_eq(result.messages, 4);
    cr_expect(result.in_place.asked && !result.out_of_place.asked);
    cr_expect_eq(result.in_place.steps, 2);
    weft_msccl_finish(&result);
}

static const struct msccl_wrong {
    const char *from, *to;
    int gpu, block, step;
    const char *text; /* text of the first finding */
} wrongs[] = {
    /* connections */
    {"send='1' recv='1'", "recv='1'", 0, 0, 0, "sends, but send is -1"},
    {"send='1' recv='1'", "send='1'", 0, 0, 1, "receives, but recv is -1"},
    {"chan='0'", "chan='1'", 0, 0, 0, "nobody receives from 0 to 1, channel 1"},
    {"</tb></gpu>", "</tb><tb id='1' send='1' chan='0'></tb></gpu>", 0, 1, -1,
     "thread block 0 sends over the same connection: 0 to 1, channel 0"},
    {"</tb></gpu>", "</tb><tb id='1' recv='1' chan='0'></tb></gpu>", 0, 1, -1,
     "thread block 0 receives over the same connection: 1 to 0, channel 0"},
    {"cnt='1'", "cnt='1' depid='7' deps='0'", 0, 0, 0,
     "waits for thread block 7 of 1"},
    {"cnt='1'", "cnt='1' depid='0' deps='0'", 0, 0, 0,
     "waits for step 0 of thread block 0, and no step from there on has "
     "hasdep"},
    /* messages */
    {"srcoff='1' dstbuf='i' dstoff='1' cnt='1'",
     "srcoff='0' dstbuf='i' dstoff='1' cnt='2'", 1, 0, 1,
     "receives 1 chunk, but step 0 of gpu 0, thread block 0 sends 2"},
    {"</tb>", "<step s='4' type='s' srcbuf='i' srcoff='0'/></tb>", 0, 0, 4,
     "sends 1 chunk that gpu 1, thread block 0 never receives"},
    {"</tb>", "<step s='4' type='r' dstbuf='i' dstoff='0'/></tb>", 0, 0, 4,
     "waits for ever for a message of gpu 1, channel 0"},
    {"cnt='1'", "cnt='1' depid='0' deps='0' hasdep='1'", 0, 0, 0,
     "waits for ever for step 0 of thread block 0, which is at step 0"},
    /* cells */
    {"type='rrc'", "type='r'", 0, -1, -1, "o,0 lacks chunk 0 of gpu 0 at the"},
    {"'3' type='r'", "'3' type='rrc'", 0, 0, 3,
     "adds chunk 1 of gpu 0 for the second time"},
    {"type='rrc' srcbuf='i'", "type='rrc' srcbuf='o'", 0, 0, 0, NULL},
    {"'3' type='r' srcbuf='i' srcoff='1' dstbuf='i' dstoff='1'",
     "'3' type='r' srcbuf='i' srcoff='1' dstbuf='i' dstoff='0'", 0, -1, -1,
     "o,0 lacks chunk 0 of gpu 0 at the end"},
};

Test(msccl, whatever_is_wrong_is_named)
{
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        const struct msccl_wrong *wrong = &wrongs[i];
        struct weft_msccl_result result;
        struct weft_error err;
        cr_assert_eq(msccl_check(two, wrong->from, wrong->to, &result, &err), 0,
                     "%zu: %s", i, err.text);
        const struct weft_msccl_run *run = &result.in_place;
        cr_expect_eq(weft_msccl_valid(&result), !wrong->text, "%zu", i);
        if (wrong->text) {
            cr_assert_gt(run->findings, 0, "%zu", i);
            const struct weft_msccl_finding *first = &run->finding[0];
            cr_expect(strstr(first->text, wrong->text), "%zu: %s", i,
                      first->text);
            cr_expect(
                first->gpu == wrong->gpu && first->block == wrong->block &&
                    first->step == wrong->step,
                "%zu: %d %d %d", i, first->gpu, first->block, first->step);
        }
        weft_msccl_finish(&result);
    }
}

Test(msccl, an_empty_cell_is_not_read)
{
    struct weft_msccl_result result;
    struct weft_error err;
    cr_assert_eq(msccl_check(msccl_copies,
                             "type='cpy' srcbuf='i' srcoff='1' dstbuf='s' ",
                             "type='cpy' srcbuf='s' srcoff='0' dstbuf='s' ",
                             &result, &err),
                 0, "%s", err.text);
    cr_assert_eq(result.in_place.found, 1);
    cr_expect_str_eq(result.in_place.finding[0].text,
                     "reads s,0, which holds nothing");
    weft_msccl_finish(&result);
}

Test(msccl, races)
{
    struct weft_msccl_result result;
    struct weft_error err;
    cr_assert_eq(msccl_check(msccl_copies, NULL, NULL, &result, &err), 0, "%s",
                 err.text);
    cr_assert_eq(result.in_place.found, 1);
    cr_expect(strstr(result.in_place.finding[0].text,
                     "nothing puts that in order with step"),
              "%s", result.in_place.finding[0].text);
    weft_msccl_finish(&result);
    cr_assert_eq(msccl_check(msccl_copies, "depid='-1' deps='-1'",
                             "depid='0' deps='2'", &result, &err),
                 0, "%s", err.text);
    /* a dependence on the third step also orders them */
    cr_expect_eq(result.in_place.found, 0);
    weft_msccl_finish(&result);
}

/* One file for both layouts: out of place, the result is never copied. */
Test(msccl, both_layouts)
{
    struct weft_msccl_result result;
    struct weft_error err;
    cr_assert_eq(msccl_check(two, "inplace='1'", "inplace='1' outofplace='1'",
                             &result, &err),
                 0, "%s", err.text);
    cr_expect_eq(result.in_place.found, 0);
    cr_expect_eq(result.out_of_place.found, 4);
    cr_expect_str_eq(result.out_of_place.finding[0].text,
                     "o,0 holds nothing at the end, and must hold chunk 0 of "
                     "gpu 0");
    weft_msccl_finish(&result);
}

static const struct malformed {
    const char *from, *to;
    unsigned line;
    const char *text;
} malformeds[] = {
    {"type='s'", "type='x'", 4, "type must be s, r, cpy, re"},
    {"ngpus='2'", "ngpus='0'", 1, "ngpus must be a number from 1"},
    {"ngpus='2'", "", 1, "<algo> needs ngpus"},
    {"allreduce", "allsorts", 1, "coll must be"},
    {"<algo", "<!DOCTYPE algo>\n<algo", 0, "DOCTYPE"},
    {"srcoff='1'", "srcoff='2'", 4, "chunks outside the buffer"},
    {"<gpu id='1'", "<gpu id='0'", 9, "gpu 0 is given twice"},
    {"s='1' type", "s='2' type", 5, "steps count up from 0: 1 comes next"},
    {"tb id='0'", "tb id='1'", 3, "tb ids count up from 0"},
    {"send='1'", "send='0'", 3, "the peer is the gpu itself"},
    {"send='1'", "send='2'", 3, "send must be a number from -1 to 1"},
    {"send='1'", "send='00000000000000000000000000000001x'", 3,
     "send must be a number from -1 to 1"},
    {"ngpus='2'", "ngpus='3'", 0, "there is no gpu 2"},
    {"</algo>", "", 0, ""},
    {"<algo", "<alga", 1, ""},
    {"inplace='1'", "inplace='0' outofplace='0'", 1, "neither"},
    {"nchunksperloop='2' coll='allreduce'",
     "nchunksperloop='3' coll='allgather'", 1, "must be a multiple of ngpus"},
};

Test(msccl, malformed)
{
    for (size_t i = 0; i < sizeof malformeds / sizeof *malformeds; i++) {
        const struct malformed *m = &malformeds[i];
        struct weft_msccl_result result;
        struct weft_error err = {0};
        cr_expect_eq(msccl_check(two, m->from, m->to, &result, &err), -1, "%zu",
                     i);
        cr_expect_eq(err.kind, WEFT_ERROR_FORMAT, "%zu: %s", i, err.text);
        cr_expect(strstr(err.text, m->text), "%zu: %s", i, err.text);
        cr_expect(!m->line || err.line == m->line, "%zu: line %u", i, err.line);
        weft_msccl_finish(&result);
    }
}

/* In the in-place layout a buffer is a part of another one, which is finite. */
static const struct layered {
    const char *collective, *buffer;
    /* number of its chunks that lie in the other buffer, at GPU 1 */
    int chunks;
} layered[] = {
    {"allreduce", "o", 2},     {"allgather", "i", 1}, {"alltoall", "o", 2},
    {"reducescatter", "o", 1}, {"broadcast", "o", 2}, {"reduce", "o", 2},
};

static int check_layered(const struct layered *l, bool sends, int at,
                         bool in_place, struct weft_error *err)
{
    char text[600];
    struct weft_msccl_result result;
    snprintf(text, sizeof text,
             "<algo ngpus='2' nchunksperloop='2' coll='%s' inplace='%d' "
             "outofplace='1'>\n"
             "<gpu id='0'></gpu><gpu id='1' %s_chunks='9'>\n"
             "<tb id='0' %s='0'>\n"
             "<step s='0' type='%s' %s='%s' %s='%d' cnt='1'/></tb></gpu>"
             "</algo>\n",
             l->collective, in_place, l->buffer, sends ? "send" : "recv",
             sends ? "s" : "r", sends ? "srcbuf" : "dstbuf", l->buffer,
             sends ? "srcoff" : "dstoff", at);
    int status = msccl_check(text, NULL, NULL, &result, err);
    weft_msccl_finish(&result);
    return status;
}

Test(msccl, what_lies_in_a_buffer_ends_with_it)
{
    for (size_t i = 0; i < 2 * sizeof layered / sizeof *layered; i++) {
        const struct layered *l = &layered[i / 2];
        for (int at = 0; at < 9; at++) {
            struct weft_error err = {0};
            bool refused = at >= l->chunks;
            cr_expect_eq(check_layered(l, i % 2, at, false, &err), 0, "%s",
                         err.text);
            cr_expect_eq(check_layered(l, i % 2, at, true, &err), -refused,
                         "%s %d: %s", l->collective, at, err.text);
            cr_expect(!refused ||
                          (err.line == 4 && strstr(err.text, "outside")),
                      "%s %d: %s", l->collective, at, err.text);
        }
    }
}

/* Convert to a trace: one send and one reception for each message. */
Test(msccl, as_a_trace)
{
    struct weft_trace trace = {0};
    struct weft_sink sink = weft_trace_collect(&trace);
    struct weft_error err;
    char *path = file_of(two, NULL, NULL);
    cr_assert_eq(weft_trace_read(path, &sink, NULL, &err), 0, "%s", err.text);
    unlink(path);
    free(path);
    cr_assert_eq(trace.count, 8);
    cr_expect_eq(trace.info.processors, 2);
    for (size_t i = 0; i < trace.count; i++) {
        const struct weft_event *event = &trace.events[i];
        cr_expect_eq(event->start, i / 4);
        cr_expect_eq(event->rank, (int)(i % 4) / 2);
        cr_expect_eq(event->kind, i % 2 ? WEFT_RECEIVE : WEFT_SEND);
    }
    weft_trace_finish(&trace);
}

/* A short file must not allocate much memory. */
Test(msccl, limits)
{
    struct weft_msccl_result result;
    struct weft_error err = {0};
    cr_expect_eq(msccl_check(two, "nchunksperloop='2'",
                             "nchunksperloop='9999999'", &result, &err),
                 -1);
    cr_expect_eq(err.kind, WEFT_ERROR_LIMIT, "%s", err.text);
    weft_msccl_finish(&result);
}
