/* Functions of MPI that weft does not have: they are refused by name when they
 * are called; private to src/mpi. One of that name elsewhere is taken
 * instead. */
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
