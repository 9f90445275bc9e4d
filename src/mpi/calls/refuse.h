/* Stubs of MPI functions that weft does not implement: a call ends the run with
 * the function's name; private to src/mpi. The stubs are weak, so a definition
 * elsewhere takes precedence. */
#ifndef WEFT_SRC_MPI_REFUSE_H
#define WEFT_SRC_MPI_REFUSE_H

_Noreturn void refuse(const char *function, const void *caller);

#define REFUSE(name)                                                           \
    __attribute__((weak, visibility("default"))) void weft_refuse_##name(      \
        void) __asm__(#name);                                                  \
    void weft_refuse_##name(void)                                              \
    {                                                                          \
        refuse(#name, __builtin_return_address(0));                            \
    }

#endif
