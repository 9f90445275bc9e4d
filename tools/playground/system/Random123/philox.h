/* Random123 refuses kinds of processors that nobody has tried; the numbers are
 * the same on all. It knows no WebAssembly, but another that is as plain. */
#define __riscv 1
#include_next <Random123/philox.h>
#undef __riscv
