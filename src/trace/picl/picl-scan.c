/* Scanning ahead: taking lines apart costs as much as what is done with them,
 * so a second thread does it, a few batches of records ahead. The thread
 * starts when the first batch is full: small files never need it. */
#include "picl-scan.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#define BATCHES 32u

/* Belongs to who scans until it is counted in `filled`, then to who reads
 * until it is counted in `emptied`. */
struct batch {
    struct picl_batch records;
    bool last;   /* nothing comes after it */
    bool failed; /* because of a mistake, in error */
    struct weft_error error;
};

struct picl_scanner {
    struct input *in; /* of who scans */
    const struct picl_dialect *dialect;
    struct picl_time time; /* of who scans */
    pthread_mutex_t lock;
    pthread_cond_t changed;   /* with lock: filled, emptied or stop */
    uint64_t filled, emptied; /* batches, ever; guarded by lock */
    bool stop;                /* guarded by lock */
    /* the rest: of who reads */
    bool threaded;
    pthread_t thread;
    bool given; /* batch[emptied % BATCHES] */
    struct batch batch[BATCHES];
};

int picl_scan_line(struct input *in, const struct picl_dialect *dialect,
                   struct picl_record *record, struct picl_time *last,
                   struct weft_error *err)
{
    size_t length;
    const char *line;
    do
        line = in_line(in, &length);
    while (line && !line[0]);
    if (!line)
        return 0;
    record->peer = -1;
    record->count = 0;
    record->word = NULL;
    record->preamble = false;
    const char *wrong = dialect->scan(line, record, last);
    return wrong ? weft_error_set(err, WEFT_ERROR_FORMAT, in_line_number(in),
                                  "%s", wrong)
                 : 1;
}

static void fill(struct picl_scanner *scanner, struct batch *batch)
{
    struct picl_batch *records = &batch->records;
    int more = 1;
    records->count = 0;
    while (records->count < PICL_BATCH) {
        more = picl_scan_line(scanner->in, scanner->dialect,
                              &records->record[records->count], &scanner->time,
                              &batch->error);
        if (more <= 0)
            break;
        records->line[records->count++] = in_line_number(scanner->in);
    }
    batch->last = more <= 0;
    batch->failed = more < 0;
}

static void *run(void *arg)
{
    struct picl_scanner *scanner = arg;
    bool last = false;
    pthread_mutex_lock(&scanner->lock);
    while (!last) {
        while (scanner->filled - scanner->emptied == BATCHES && !scanner->stop)
            pthread_cond_wait(&scanner->changed, &scanner->lock);
        if (scanner->stop)
            break;
        struct batch *batch = &scanner->batch[scanner->filled % BATCHES];
        pthread_mutex_unlock(&scanner->lock);
        fill(scanner, batch);
        last = batch->last;
        pthread_mutex_lock(&scanner->lock);
        scanner->filled++;
        pthread_cond_signal(&scanner->changed);
    }
    pthread_mutex_unlock(&scanner->lock);
    return NULL;
}

struct picl_scanner *picl_scanner_create(struct input *in,
                                         const struct picl_dialect *dialect)
{
    struct picl_scanner *scanner = malloc(sizeof *scanner);
    if (!scanner)
        return NULL;
    scanner->in = in;
    scanner->dialect = dialect;
    scanner->filled = 1;
    scanner->emptied = 0;
    scanner->stop = scanner->threaded = false;
    scanner->given = false;
    scanner->time = (struct picl_time){.length = 0};
    pthread_mutex_init(&scanner->lock, NULL);
    pthread_cond_init(&scanner->changed, NULL);
    fill(scanner, &scanner->batch[0]);
    if (!scanner->batch[0].last)
        scanner->threaded =
            !pthread_create(&scanner->thread, NULL, run, scanner);
    return scanner;
}

/* Until the batch after this one is there. */
static void advance(struct picl_scanner *scanner)
{
    pthread_mutex_lock(&scanner->lock);
    scanner->emptied++;
    if (!scanner->threaded) {
        scanner->filled++;
        fill(scanner, &scanner->batch[scanner->emptied % BATCHES]);
    }
    pthread_cond_signal(&scanner->changed);
    while (scanner->filled == scanner->emptied)
        pthread_cond_wait(&scanner->changed, &scanner->lock);
    pthread_mutex_unlock(&scanner->lock);
}

const struct picl_batch *picl_scanner_next(struct picl_scanner *scanner)
{
    /* emptied is changed by this thread only */
    const struct batch *batch = &scanner->batch[scanner->emptied % BATCHES];
    if (scanner->given && batch->last)
        return NULL;
    if (scanner->given)
        advance(scanner); /* past that one */
    scanner->given = true;
    return &scanner->batch[scanner->emptied % BATCHES].records;
}

int picl_scanner_end(struct picl_scanner *scanner, struct weft_error *err)
{
    pthread_mutex_lock(&scanner->lock);
    scanner->stop = true;
    pthread_cond_signal(&scanner->changed);
    pthread_mutex_unlock(&scanner->lock);
    if (scanner->threaded)
        pthread_join(scanner->thread, NULL);
    const struct batch *batch = &scanner->batch[scanner->emptied % BATCHES];
    bool failed = scanner->given && batch->failed;
    if (failed)
        weft_error_set(err, WEFT_ERROR_FORMAT, batch->error.line, "%s",
                       batch->error.text);
    else if (in_failed(scanner->in, err))
        failed = true;
    pthread_cond_destroy(&scanner->changed);
    pthread_mutex_destroy(&scanner->lock);
    free(scanner);
    return failed ? -1 : 0;
}
