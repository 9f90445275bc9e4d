/* Engine `fibers`: many processors on one thread per worker; private to
 * src/machine. */
#ifndef WEFT_SRC_MACHINE_ENGINE_FIBERS_H
#define WEFT_SRC_MACHINE_ENGINE_FIBERS_H

struct run;

/* Pass the batch on from the worker's own stack, which is larger, and switch
 * back. Called by the resolver only. */
void fibers_serve(struct run *run);

#endif
