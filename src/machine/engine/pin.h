/* Placement of workers on cores; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_PIN_H
#define WEFT_SRC_MACHINE_ENGINE_PIN_H

#include "base/system/thread.h"
#include <pthread.h>

struct run;
struct worker;

#if WEFT_ONE_THREAD
#define pin_open(run) ((void)(run))
#define pin_worker(worker, attributes) ((void)(worker))
#else

/* Record the caller's core. Done once, because the caller may move while it
 * creates threads. */
void pin_open(struct run *run);

/* Set the attributes of a thread so that the thread, and those it creates, stay
 * on the worker's core. */
void pin_worker(const struct worker *worker, pthread_attr_t *attributes);

/* Set the scheduling policy of this thread, and of those it creates, so that a
 * woken thread does not preempt the one that woke it, which is about to sleep
 * anyway. A policy that the user chose for the whole program is kept. */
void pin_patient(void);

#endif

#endif
