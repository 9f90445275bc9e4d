/* Exchanges the contributors of new values between the tallies of processes
 * that share a run. */
#include "tally.h"

#include <stdlib.h>
#include <string.h>

/* Header of a serialised value; the intervals of its set follow. */
struct remote_contribution {
    uint64_t word, count;
    int32_t block, twice;
};

void tally_share(struct tally *tally)
{
    pthread_mutex_lock(&tally->lock);
    tally->shares = true;
    pthread_mutex_unlock(&tally->lock);
}

static size_t remote_contribution_bytes(const struct tally_value *value)
{
    return sizeof(struct remote_contribution) +
           value->count * sizeof *value->set;
}

/* Write the new values. Call with the lock held. */
static char *write_news(const struct tally *tally, char *to)
{
    for (size_t i = 0; i < tally->freshes; i++) {
        const struct tally_value *value =
            tally_table_find(&tally->table, tally->fresh[i]);
        struct remote_contribution header = {value->word, value->count,
                                             value->block, value->twice};
        memcpy(to, &header, sizeof header);
        memcpy(to + sizeof header, value->set,
               value->count * sizeof *value->set);
        to += remote_contribution_bytes(value);
    }
    return to;
}

int tally_news(struct tally *tally, void **data, size_t *bytes)
{
    *data = NULL;
    *bytes = 0;
    pthread_mutex_lock(&tally->lock);
    for (size_t i = 0; i < tally->freshes; i++)
        *bytes += remote_contribution_bytes(
            tally_table_find(&tally->table, tally->fresh[i]));
    char *text = *bytes ? malloc(*bytes) : NULL;
    if (text)
        write_news(tally, text);
    tally->freshes = 0;
    pthread_mutex_unlock(&tally->lock);
    *data = text;
    return *bytes && !text ? -1 : 0;
}

int tally_heard(struct tally *tally, const void *data, size_t bytes)
{
    const char *at = data, *end = at + bytes;
    pthread_mutex_lock(&tally->lock);
    bool shares = tally->shares;
    /* do not send these values on: all processes receive them */
    tally->shares = false;
    for (struct remote_contribution header;
         (size_t)(end - at) >= sizeof header;) {
        memcpy(&header, at, sizeof header);
        at += sizeof header;
        if (header.count > (size_t)(end - at) / sizeof(struct interval))
            break;
        tally_remember(tally, &(struct tally_value){
                                  .word = header.word,
                                  .block = header.block,
                                  .twice = header.twice,
                                  .set = (struct interval *)(uintptr_t)at,
                                  .count = header.count,
                              });
        at += header.count * sizeof(struct interval);
    }
    tally->shares = shares;
    bool forgot = tally->forgot;
    pthread_mutex_unlock(&tally->lock);
    return forgot ? -1 : 0;
}
