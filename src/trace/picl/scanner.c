/* Scanning ahead: taking lines apart costs as much as what is done with them,
 * so a helper thread does it, a few batches of records ahead, each going on
 * where the one before it ended. The thread starts with the second batch:
 * small files never need it. */
#include "scanner.h"

#include "trace/io/crew.h"

#include <stdlib.h>

#define BATCHES 32u

/* A piece of the crew's work. */
struct scanned_batch {
    struct picl_batch records;
    struct picl_scanner *scanner;
    bool last;   /* nothing comes after it */
    bool failed; /* because of a mistake, in error */
    struct weft_error error;
};

struct picl_scanner {
    struct crew *crew;
    /* of who fills a batch, one at a time */
    struct input *in;
    const struct picl_dialect *dialect;
    struct picl_start start;
    bool ended; /* the last batch is filled: those after it stay empty */
    /* of who reads */
    const struct scanned_batch
        *given; /* the batch given last; NULL: none yet */
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
    record->preamble = false;
    const char *wrong = dialect->scan(line, record, last);
    return wrong ? weft_error_set(err, WEFT_ERROR_FORMAT, in_line_number(in),
                                  "%s", wrong)
                 : 1;
}

static void fill(void *piece)
{
    struct scanned_batch *batch = piece;
    struct picl_scanner *scanner = batch->scanner;
    struct picl_batch *records = &batch->records;
    int more = scanner->ended ? 0 : 1;
    records->count = 0;
    while (more > 0 && records->count < PICL_BATCH) {
        more = picl_scan_line(scanner->in, scanner->dialect,
                              &records->record[records->count], &scanner->start,
                              &batch->error);
        if (more > 0)
            records->line[records->count++] = in_line_number(scanner->in);
    }
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
    for (unsigned i = 0; i < BATCHES; i++)
        scanner->batch[i].scanner = scanner;
    scanner->crew =
        crew_create(scanner->batch, BATCHES, sizeof *scanner->batch, 1, fill);
    if (scanner->crew)
        return scanner;
    free(scanner);
    return NULL;
}

const struct picl_batch *picl_scanner_next(struct picl_scanner *scanner)
{
    if (scanner->given && scanner->given->last)
        return NULL;
    /* the first alone: it may be the last one, too */
    do
        crew_submit(scanner->crew);
    while (scanner->given && crew_next(scanner->crew));
    scanner->given = crew_oldest(scanner->crew);
    return &scanner->given->records;
}

int picl_scanner_end(struct picl_scanner *scanner, struct weft_error *err)
{
    crew_destroy(scanner->crew);
    const struct scanned_batch *batch = scanner->given;
    bool failed = batch && batch->failed;
    if (failed)
        weft_error_set(err, WEFT_ERROR_FORMAT, batch->error.line, "%s",
                       batch->error.text);
    else if (in_failed(scanner->in, err))
        failed = true;
    free(scanner);
    return failed ? -1 : 0;
}
