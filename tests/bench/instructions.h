/* Instruction counts of this process, on machines that have a counter. */
#ifndef WEFT_BENCH_INSTRUCTIONS_H
#define WEFT_BENCH_INSTRUCTIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Start counting, also in threads that start later. Return a counter, or -1 if
 * the machine has none (most virtual machines) or access is denied. */
int instructions_begin(void);

/* Close the counter. Return the number of instructions; 0: not counted. */
uint64_t instructions_end(int counter);

#ifdef __cplusplus
}
#endif
#endif
