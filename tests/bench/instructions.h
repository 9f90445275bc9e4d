/* Instructions of this process, where the machine counts them. */
#ifndef WEFT_BENCH_INSTRUCTIONS_H
#define WEFT_BENCH_INSTRUCTIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Count from now on, in threads begun later, too. A counter, or -1: this
 * machine counts none (most virtual ones) or does not let us. */
int instructions_begin(void);

/* How many there were; 0: not counted. The counter is closed. */
uint64_t instructions_end(int counter);

#ifdef __cplusplus
}
#endif
#endif
