/* Where workers run; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_PIN_H
#define WEFT_SRC_MACHINE_ENGINE_PIN_H

#include <pthread.h>

struct run;
struct worker;

/* Where is the caller? Once, since it may well move while it makes threads. */
void pin_open(struct run *run);

/* The thread to be made with these attributes, and those it makes, stay on the
 * worker's core. */
void pin_worker(const struct worker *worker, pthread_attr_t *attributes);

/* This thread and those it makes do not take the core from one another when
 * they are woken: who hands a baton over is about to sleep anyway. What the
 * user has chosen for the whole program stays. */
void pin_patient(void);

#endif
