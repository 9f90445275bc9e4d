/* Parses lines ahead of the reader: parsing takes as long as processing the
 * records, so another thread parses a few batches ahead; each batch continues
 * where the previous one ended. The thread starts with the second batch, so
 * small files never need it. */
#include "scanner.h"

#include "statistics.h"

#include "base/base.h"
#include "trace/io/worker-pool.h"

#include <stdlib.h>

#define BATCHES 32u

/* A batch of lines, a piece of work for the worker pool. */
struct scanned_batch {
    struct picl_batch records;
    struct picl_scanner *scanner;
    bool last;   /* whether this is the last batch of the file */
    bool failed; /* whether the scan was stopped by an error, which is in
                    `error` */
    struct weft_error error;
};

struct picl_scanner {
    struct worker_pool *pool;
    /* members used by the thread that fills a batch; only one thread does at a
     * time */
    struct input *in;
    const struct picl_dialect *dialect;
    struct picl_start start;
    struct wrong_records wrong; /* malformed lines, which are omitted */
    bool ended; /* whether the last batch has been filled, so that further
                   batches stay empty */
    /* members used by the reader */
    const struct scanned_batch *given; /* the batch that was returned last;
                                          NULL: none yet */
    struct scanned_batch batch[BATCHES];
};

int picl_scan_line(struct input *in, const struct picl_dialect *dialect,
                   struct picl_record *record, struct picl_start *last,
                   struct weft_error *err)
{
    size_t length;
    const char *line = last->more;
    while (!line || (!line[0] || (line[0] == '\r' && !line[1])))
        if (!(line = in_line(in, &length)))
            break;
    if (!line)
        return 0;
    record->peer = -1;
    record->count = 0;
    record->in_calls = 0;
    record->word = NULL;
    record->row = 0;
    record->parameter = false;
    record->preamble = false;
    const char *wrong = dialect->scan(line, record, last);
    return wrong ? weft_error_set(err, WEFT_ERROR_FORMAT, in_line_number(in),
                                  "%s", wrong)
                 : 1;
}

/* Copy the numbers of a record, because the next line overwrites the line. They
 * are referenced by offsets, because the copy may be moved. Return 0, or -1 if
 * out of memory. */
static int keep_word(struct picl_batch *records, struct picl_record *record)
{
    size_t most = strlen(record->word) + 2, length;
    if (array_grow(&records->text, &records->room, records->length + most, 1)) {
        record->numbers = 0;
        return -1;
    }
    char *text = records->text + records->length;
    size_t count =
        statistics_numbers(record->word, record->numbers, text, &length);
    bool pairs = record->row - 1 != STATISTICS_COMM;
    record->numbers =
        count && (!pairs || count == record->numbers) ? records->length + 1 : 0;
    text[length] = '\0';
    records->length += length + 1;
    return 0;
}

static void place_words(struct picl_batch *records)
{
    for (size_t i = 0; i < records->count; i++) {
        struct picl_record *record = &records->record[i];
        record->word = record->row && record->numbers
                           ? records->text + record->numbers - 1
                           : NULL;
    }
}

static void scanner_fill(void *piece)
{
    struct scanned_batch *batch = piece;
    struct picl_scanner *scanner = batch->scanner;
    struct picl_batch *records = &batch->records;
    int more = scanner->ended ? 0 : 1;
    records->count = 0;
    records->length = 0;
    while (more > 0 && records->count < PICL_BATCH) {
        struct picl_record *record = &records->record[records->count];
        more = picl_scan_line(scanner->in, scanner->dialect, record,
                              &scanner->start, &batch->error);
        if (more < 0 && batch->error.kind == WEFT_ERROR_FORMAT) {
            wrong_add(&scanner->wrong, &batch->error);
            scanner->start = (struct picl_start){.length = 0};
            more = 1;
            continue;
        }
        if (more > 0)
            records->line[records->count++] = in_line_number(scanner->in);
        if (more > 0 && record->row && keep_word(records, record))
            more = weft_error_set(&batch->error, WEFT_ERROR_MEMORY, 0,
                                  "no memory");
    }
    place_words(records);
    batch->last = more <= 0;
    batch->failed = more < 0;
    scanner->ended = batch->last;
}

struct picl_scanner *picl_scanner_create(struct input *in,
                                         const struct picl_dialect *dialect)
{
    struct picl_scanner *scanner = malloc(sizeof *scanner);
    if (!scanner)
        return NULL;
    scanner->in = in;
    scanner->dialect = dialect;
    scanner->ended = false;
    scanner->given = NULL;
    scanner->start = (struct picl_start){.length = 0};
    scanner->wrong.count = 0;
    for (unsigned i = 0; i < BATCHES; i++) {
        scanner->batch[i].scanner = scanner;
        scanner->batch[i].records.text = NULL;
        scanner->batch[i].records.room = 0;
    }
    scanner->pool = worker_pool_create(scanner->batch, BATCHES,
                                       sizeof *scanner->batch, 1, scanner_fill);
    if (scanner->pool)
        return scanner;
    free(scanner);
    return NULL;
}

const struct picl_batch *picl_scanner_next(struct picl_scanner *scanner)
{
    if (scanner->given && scanner->given->last)
        return NULL;
    /* at first submit one batch only, because it may be the last one */
    do
        worker_pool_submit(scanner->pool);
    while (scanner->given && worker_pool_next(scanner->pool));
    scanner->given = worker_pool_oldest(scanner->pool);
    return &scanner->given->records;
}

int picl_scanner_end(struct picl_scanner *scanner, struct wrong_records *wrong,
                     struct weft_error *err)
{
    worker_pool_destroy(scanner->pool);
    if (wrong)
        *wrong = scanner->wrong;
    const struct scanned_batch *batch = scanner->given;
    bool failed = batch && batch->failed;
    if (failed)
        weft_error_set(err, batch->error.kind, batch->error.line, "%s",
                       batch->error.text);
    else if (in_failed(scanner->in, err))
        failed = true;
    for (unsigned i = 0; i < BATCHES; i++)
        free(scanner->batch[i].records.text);
    free(scanner);
    return failed ? -1 : 0;
}
