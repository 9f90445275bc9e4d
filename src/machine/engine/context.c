/* Switching stacks: a call already destroys the caller-saved registers, so only
 * the other registers are saved, on the stack that is left. The rounding modes
 * and exception flags of floating point belong to the program and are also
 * saved; signal masks are not. tests/stress/context.c tests it, and explains
 * how to do so on other architectures.
 *
 * WebAssembly has no stack to switch. The linked module is rewritten (Asyncify
 * of Binaryen): its functions can be left, each saving its locals, and entered
 * again. Asyncify takes a caller of start_unwind() for the top of what it
 * saves, and a caller of start_rewind() for its bottom: two functions, neither
 * inlined. */
#include "context.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if CONTEXT_BY_HAND && defined(__x86_64__)

/* The frame contains, from its lowest address: mxcsr and the x87 control and
 * status words, r15, r14, r13, r12, rbx, rbp, return address. */
__asm__(".pushsection .text\n"
        ".p2align 4\n"
        ".type context_switch, @function\n"
        ".globl context_switch\n"
        ".hidden context_switch\n"
        "context_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    subq $8, %rsp\n"
        "    stmxcsr (%rsp)\n"
        "    fnstcw 4(%rsp)\n"
        "    fnstsw %ax\n"
        "    movw %ax, 6(%rsp)\n"
        "    movl (%rsp), %ecx\n"
        "    movzwl 4(%rsp), %edx\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        /* Loading unchanged control words would cost more than all the rest. */
        "    cmpl (%rsp), %ecx\n"
        "    jne 3f\n"
        "    cmpw 4(%rsp), %dx\n"
        "    jne 3f\n"
        "4:\n"
        "    xorw 6(%rsp), %ax\n"
        "    testb $0x3f, %al\n"
        "    jnz 2f\n"
        "1:\n"
        "    addq $8, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        /* The exception flags differ: only an environment can restore them. */
        "2:\n"
        "    movw 6(%rsp), %ax\n"
        "    subq $32, %rsp\n"
        "    fnstenv (%rsp)\n"
        "    movw %ax, 4(%rsp)\n"
        "    fldenv (%rsp)\n"
        "    addq $32, %rsp\n"
        "    jmp 1b\n"
        "3:\n"
        "    ldmxcsr (%rsp)\n"
        "    fldcw 4(%rsp)\n"
        "    jmp 4b\n"
        ".size context_switch, .-context_switch\n"
        /* A new context starts here: entry in r12, arg in r13. */
        ".p2align 4\n"
        ".type context_begin, @function\n"
        ".globl context_begin\n"
        ".hidden context_begin\n"
        "context_begin:\n"
        "    movq %r13, %rdi\n"
        "    xorl %ebp, %ebp\n"
        "    pushq $0\n" /* a null return address ends unwinding */
        "    jmpq *%r12\n"
        ".size context_begin, .-context_begin\n"
        ".popsection\n");

enum { CONTEXT_WORDS = 8, MODES = 0, ARG = 3, CONTEXT_ENTRY = 4, RETURN = 7 };

static void save_modes(uint64_t *word)
{
    uint32_t mode[2] = {0};
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(mode[0]), "=m"(mode[1]));
    memcpy(word, mode, sizeof mode);
}

#elif CONTEXT_BY_HAND && defined(__aarch64__)

/* The frame contains, from its lowest address: x19..x30, d8..d15, fpcr,
 * fpsr. */
__asm__(".pushsection .text\n"
        ".p2align 4\n"
        ".type context_switch, %function\n"
        ".globl context_switch\n"
        ".hidden context_switch\n"
        "context_switch:\n"
        "    sub sp, sp, #176\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mrs x9, fpcr\n"
        "    mrs x10, fpsr\n"
        "    stp x9, x10, [sp, #160]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x9, x10, [sp, #160]\n"
        "    msr fpcr, x9\n"
        "    msr fpsr, x10\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #176\n"
        "    ret\n"
        ".size context_switch, .-context_switch\n"
        /* A new context starts here: entry in x19, arg in x20. */
        ".p2align 4\n"
        ".type context_begin, %function\n"
        ".globl context_begin\n"
        ".hidden context_begin\n"
        "context_begin:\n"
        "    mov x0, x20\n"
        "    mov x29, xzr\n"
        "    mov x30, xzr\n" /* a null return address ends unwinding */
        "    br x19\n"
        ".size context_begin, .-context_begin\n"
        ".popsection\n");

enum {
    CONTEXT_WORDS = 22,
    MODES = 20,
    ARG = 1,
    CONTEXT_ENTRY = 0,
    RETURN = 11
};

static void save_modes(uint64_t *word)
{
    __asm__ volatile("mrs %0, fpcr" : "=r"(*word));
}

#endif

#if defined(__wasm__)

#define ASYNCIFY(name)                                                         \
    __attribute__((import_module("asyncify"), import_name(#name)))
ASYNCIFY(start_unwind) void context_start_unwind(void *context);
ASYNCIFY(stop_unwind) void context_stop_unwind(void);
ASYNCIFY(start_rewind) void context_start_rewind(void *context);
ASYNCIFY(stop_rewind) void context_stop_rewind(void);
void *stackSave(void);            /* Emscripten: return the stack pointer */
void stackRestore(void *pointer); /* Emscripten: set the stack pointer */

#define CANARY 0x77656674u

/* State at the lower end of a processor's stack, followed by the saved locals
 * and the canary. */
struct context {
    void *position, *end; /* unused range for saved locals */
    void (*entry)(void *arg);
    void *arg;
    void *pointer; /* saved stack pointer */
    bool fresh, rewinding;
};

static struct context *context_now; /* NULL: the thread's own stack */
static struct context *context_next;
static struct context context_home; /* stands for the thread's own stack */

static uint32_t *context_canary; /* canary of context_now */

bool context_is_broken(void)
{
    return context_now && *context_canary != CANARY;
}

void *context_make(void *low, size_t size, void (*entry)(void *arg), void *arg)
{
    struct context *made = low; /* low is page-aligned */
    uint32_t *canary = (uint32_t *)((char *)low + CONTEXT_SAVED(size)) - 4;
    *canary = CANARY;
    *made = (struct context){
        .position = made + 1,
        .end = canary,
        .entry = entry,
        .arg = arg,
        .pointer = (void *)(((uintptr_t)low + size) & ~(uintptr_t)15),
        .fresh = true,
    };
    return made;
}

/* Run one context after another, until the thread's own stack is to continue.
 */
__attribute__((noinline)) static void context_run(struct context *context)
{
    void *own = stackSave();
    while (context != &context_home) {
        context_now = context;
        context_canary = context->end;
        stackRestore(context->pointer);
        context->rewinding = !context->fresh;
        context->fresh = false;
        if (context->rewinding)
            context_start_rewind(context);
        context->entry(context->arg);
        context_stop_unwind();
        context = context_next;
    }
    context_now = NULL;
    stackRestore(own);
}

/* Leave the running context for `to`. Returns immediately, and again when the
 * context is rewound. */
__attribute__((noinline)) static void context_leave(void **from,
                                                    struct context *to)
{
    struct context *self = context_now;
    if (self->rewinding) {
        context_stop_rewind();
        self->rewinding = false;
        return;
    }
    *from = self;
    self->pointer = stackSave();
    context_next = to;
    context_start_unwind(self);
}

void context_switch(void **from, void *to)
{
    if (context_now) {
        context_leave(from, to);
    } else {
        *from = &context_home;
        context_run(to);
    }
}

#elif CONTEXT_BY_HAND

void context_begin(void);

void *context_make(void *low, size_t size, void (*entry)(void *arg), void *arg)
{
    uintptr_t top = ((uintptr_t)low + size) & ~(uintptr_t)15;
    uint64_t *frame = (uint64_t *)top - CONTEXT_WORDS;
    memset(frame, 0, CONTEXT_WORDS * sizeof *frame);
    save_modes(&frame[MODES]);
    frame[ARG] = (uintptr_t)arg;
    frame[CONTEXT_ENTRY] = (uintptr_t)entry;
    frame[RETURN] = (uintptr_t)context_begin;
    return frame;
}

#else

#include <ucontext.h>

/* Stored at the upper end of the context's stack. */
struct context_start {
    ucontext_t context;
    void (*entry)(void *arg);
    void *arg;
};

static void engine_context_begin(unsigned low, unsigned high)
{
    struct context_start *start =
        (struct context_start *)((uintptr_t)low | (uintptr_t)high << 16 << 16);
    start->entry(start->arg);
}

void *context_make(void *low, size_t size, void (*entry)(void *arg), void *arg)
{
    uintptr_t top = (uintptr_t)low + size - sizeof(struct context_start);
    struct context_start *start =
        (struct context_start *)(top & ~(uintptr_t)63);
    uintptr_t self = (uintptr_t)start;
    getcontext(&start->context);
    start->context.uc_stack.ss_sp = low;
    start->context.uc_stack.ss_size = self - (uintptr_t)low;
    start->context.uc_link = NULL;
    start->entry = entry;
    start->arg = arg;
    makecontext(&start->context, (void (*)(void))engine_context_begin, 2,
                (unsigned)self, (unsigned)(self >> 16 >> 16));
    return &start->context;
}

void context_switch(void **from, void *to)
{
    ucontext_t left;
    *from = &left;
    swapcontext(&left, to);
}

#endif
