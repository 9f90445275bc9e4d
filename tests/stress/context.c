/* Switches among fifty contexts in turn: integers and doubles that are live
 * across the switches keep their values, and each context starts with the
 * rounding mode of its creator.
 *
 * To run it for another architecture, with a cross compiler and an emulator:
 *     aarch64-linux-gnu-gcc -O2 -static -D_GNU_SOURCE -Isrc \
 *         tests/stress/context.c src/machine/engine/context.c -lm -o context
 *     qemu-aarch64-static ./context */
#include <fenv.h>
#include <machine/engine/context.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { CONTEXTS = 50, ROUNDS = 2000, SIZE = 1 << 16 };

static void *home, *context[CONTEXTS];
static double found[CONTEXTS];
static int modes, ended;

/* Return whether both the mode and the arithmetic round up. */
static bool rounds_up(void)
{
    volatile double one = 1, little = 1e-30;
    volatile double sum = one + little;
    return fegetround() == FE_UPWARD && sum > one;
}

static void *after(int i)
{
    return i + 1 < CONTEXTS ? context[i + 1] : home;
}

/* Compute with enough values to fill the callee-saved registers. */
static double compute(int i, void **self)
{
    double a = i, b = 2 * i, c = 3, d = i + 4;
    uint64_t x = (uint64_t)i, y = 7 * x, z = 11 + x, w = ~x;
    for (int round = 0; round < ROUNDS; round++) {
        if (self)
            context_switch(self, after(i));
        a += 1;
        b += a;
        c = c / 2 + a;
        d -= c;
        x += y;
        y ^= x + z;
        z = z * 5 + w;
        w ^= z >> 7;
    }
    return a + b + c + d + (double)((x ^ y ^ z ^ w) & 0xffff);
}

static void entry(void *arg)
{
    int i = (int)(intptr_t)arg;
    modes += rounds_up();
    fesetround(FE_TONEAREST);
    found[i] = compute(i, &context[i]);
    ended++;
    context_switch(&context[i], after(i));
    abort();
}

int main(void)
{
    int bad = 0;
    fesetround(FE_UPWARD);
    for (int i = 0; i < CONTEXTS; i++) {
        void *stack = malloc(SIZE);
        if (!stack)
            return 1;
        context[i] = context_make(stack, SIZE, entry, (void *)(intptr_t)i);
    }
    for (int round = 0; round <= ROUNDS; round++) {
        context_switch(&home, context[0]);
        bad += !rounds_up();
    }
    fesetround(FE_TONEAREST);
    for (int i = 0; i < CONTEXTS; i++)
        bad += found[i] != compute(i, NULL);
    printf("%d of %d ended, %d with their rounding; %d wrong\n", ended,
           CONTEXTS, modes, bad);
    return bad || ended != CONTEXTS || modes != CONTEXTS;
}
