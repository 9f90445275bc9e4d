/* Fibers where there is one thread; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_FIBERS_H
#define WEFT_SRC_MACHINE_ENGINE_FIBERS_H

struct run;

/* The batch is handed over: the worker gives it away on its own stack, which is
 * a whole one, and comes back. Resolver only. */
void fibers_serve(struct run *run);

#endif
