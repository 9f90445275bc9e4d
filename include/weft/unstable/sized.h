/**
 * Collectives whose blocks have different sizes (MPI_Allgatherv,
 * MPI_Alltoallv), with the transfers of the strategies for blocks of one size.
 *
 * Threads: the processor's own.
 */
#ifndef WEFT_SIZED_H
#define WEFT_SIZED_H

#include <stddef.h>
#include <weft/processor.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Gather the blocks of all processors at all processors. All processors must
 * call it with the same strategy, counts and bytes. A message without units is
 * not sent.
 *
 * @param strategy  name of a strategy of `allgather`, such as "ring", for any
 *                  network and without settings
 * @param counts  [p] units in the block of each processor, 0 or more, together
 *                at most 2^24
 * @param data  [sum of counts][bytes] the units of all blocks, by processor;
 *              those of the processor's own block are read, the others written
 * @param bytes  size of a unit, at least 1
 * @returns 0, or -1 after weft_fail(): unknown strategy, wrong counts, or no
 *          memory
 * @since 0.2
 */
int weft_allgather_sized(struct weft_processor *self, const char *strategy,
                         const int *counts, void *data, size_t bytes);

/**
 * Send a block from every processor to every processor. All processors must
 * call it with the same strategy, counts and bytes. A message without units is
 * not sent.
 *
 * @param strategy  name of a strategy of `alltoall`, such as "spread-out", for
 *                  any network and without settings
 * @param counts  [p][p] units in the block from each processor to each, by
 *                sender, 0 or more, together at most 2^24
 * @param data  [sum of counts][bytes] the units of all blocks, by sender, then
 *              receiver; those of the blocks that the processor sends are read,
 *              those of the blocks for it written, and others may be
 *              overwritten
 * @param bytes  size of a unit, at least 1
 * @returns 0, or -1 after weft_fail(): unknown strategy, wrong counts, or no
 *          memory
 * @since 0.2
 */
int weft_alltoall_sized(struct weft_processor *self, const char *strategy,
                        const int *counts, void *data, size_t bytes);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop

#endif
