#!/usr/bin/env python3
"""Write the interfaces of Fortran to MPI, from the C headers.

usage: generate.py KIND FOLDER    FOLDER: include/weft/mpi
KIND: glue (the functions in C), names (their names, for the linker), mpif.h,
mpi (the module, as source)"""
import sys

import fortran_table as table


# ---- C ----------------------------------------------------------------------

def c_parameter(p):
    if p.kind in ("string", "text"):
        return f"char *{p.name}"
    return f"{p.type} *{p.name}"


def c_argument(p):
    if p.kind in ("string", "text"):
        return "c_" + p.name
    if p.kind == "function":
        return p.name
    if p.pointer:
        cast = "(int (*)[3])" if p.rows else ""
        return f"{cast}fortran_address({p.name})"
    return "*" + p.name


def c_before(p):
    if p.kind == "string":
        blanks = "true" if p.name in table.BLANKS_COUNT else "false"
        return (f"    char *c_{p.name} = "
                f"fortran_string({p.name}, l_{p.name}, {blanks});")
    if p.kind == "text":
        return f'    char c_{p.name}[FORTRAN_TEXT] = "";'
    return None


def c_after(function, p):
    if p.kind == "string":
        return f"    fortran_string_free(c_{p.name});"
    if p.kind == "text":
        return f"    fortran_fill({p.name}, l_{p.name}, c_{p.name}, code);"
    if p.kind == "index":
        count = "outcount" if p.array else "NULL"
        return f"    fortran_count_from_1({p.name}, {count}, code);"
    return None


def c_names(function):
    """The symbols of a function: its own, and other names of it."""
    name = function.name.lower()
    names = [name + "_", "p" + name + "_"]
    if function.name in table.CPTR:
        names += [name + "_cptr_", "p" + name + "_cptr_"]
    return names


def glue_of(function):
    parameters = [c_parameter(p) for p in function.parameters]
    parameters.append("int *ierror")
    parameters += [f"size_t l_{p.name}" for p in function.parameters
                   if p.kind in ("string", "text")]
    own, *others = c_names(function)
    before = filter(None, map(c_before, function.parameters))
    after = filter(None, (c_after(function, p) for p in function.parameters))
    arguments = ", ".join(map(c_argument, function.parameters))
    lines = [f"FORTRAN void {own}({', '.join(parameters)});",
             f"void {own}({', '.join(parameters)})",
             "{", *before, "    FORTRAN_ENTER;",
             f"    int code = {function.name}({arguments});", *after,
             "    fortran_leave(ierror, code);", "}"]
    lines += [f"FORTRAN_ALIAS({name}, {own});" for name in others]
    return "\n".join(lines) + "\n"


def ordinary(folder):
    return [f for f in table.functions(folder) if not f.large]


def glue(folder):
    print('#include "mpi/fortran/fortran.h"\n')
    for _, block, _, _ in table.SENTINELS:
        print(f"FORTRAN_SENTINEL({block}_);")
    print("\nvoid *fortran_special(const void *address)\n{")
    for _, block, _, value in table.SENTINELS:
        print(f"    if (address == {block}_)\n        return (void *){value};")
    print("    return (void *)address;\n}\n")
    for function in ordinary(folder):
        if not function.by_hand:
            print(glue_of(function))


def names(folder):
    for function in ordinary(folder):
        for name in c_names(function):
            print(f"void {name}(void); void {name}(void) {{}}")
    for name in table.PROCEDURES:
        name = name.lower() + "_"
        print(f"void {name}(void); void {name}(void) {{}}")


# ---- Fortran ----------------------------------------------------------------

LIST = 4  # parameters in a line


def fortran_type(p):
    if p.kind in table.KINDS:
        return f"INTEGER(KIND={table.KINDS[p.kind]})"
    if p.kind == "address":
        return "INTEGER(KIND=MPI_ADDRESS_KIND)"
    return {"logical": "LOGICAL", "string": "CHARACTER(LEN=*)",
            "text": "CHARACTER(LEN=*)",
            "strings": "CHARACTER(LEN=*)"}.get(p.kind, "INTEGER")


def fortran_shape(p):
    if p.kind == "status":
        return "(MPI_STATUS_SIZE,*)" if p.array else "(MPI_STATUS_SIZE)"
    if p.rows:
        return "(3,*)"
    return "(*)" if p.array else ""


def declaration(p, types=fortran_type):
    if p.kind == "function":
        return [f"EXTERNAL :: {p.name}"]
    if p.kind == "choice":
        return [f"!GCC$ ATTRIBUTES NO_ARG_CHECK :: {p.name}",
                f"REAL, DIMENSION(*) :: {p.name}"]
    return [f"{types(p)} :: {p.name}{fortran_shape(p)}"]


def wrapped(head, words, tail):
    """A statement over several lines."""
    lines = [", ".join(words[i:i + LIST]) for i in range(0, len(words), LIST)]
    return head + "(" + ", &\n        ".join(lines) + ")" + tail


def procedure(function, name, declared):
    last = ["ierror"] if function.has_ierror else []
    words = [p.name for p in function.parameters] + last
    body = [wrapped(f"SUBROUTINE {name}", words, ""),
            "  IMPORT"] + ["  " + line for line in declared]
    body += [f"  INTEGER :: {name}" for name in last]
    body += [f"END SUBROUTINE {name}"]
    return "\n".join("    " + line for line in "\n".join(body).split("\n"))


def declared(function, types=fortran_type):
    return [line for p in function.parameters for line in declaration(p, types)]


def c_pointer(p):
    return "TYPE(C_PTR)" if p.name == "baseptr" else fortran_type(p)


def module_interfaces(folder):
    for function in ordinary(folder):
        if function.result != "int":
            continue
        for prefix in ("", "P"):
            name = prefix + function.name
            print(f"  INTERFACE {name}")
            print(procedure(function, name, declared(function)))
            if function.name in table.CPTR:
                print(procedure(function, name + "_CPTR",
                                declared(function, c_pointer)))
            print(f"  END INTERFACE {name}")


KIND_CONSTANTS = [("MPI_ADDRESS_KIND", 8), ("MPI_COUNT_KIND", 8),
                  ("MPI_OFFSET_KIND", 8), ("MPI_INTEGER_KIND", 4),
                  ("MPI_STATUS_SIZE", 6), ("MPI_SOURCE", 1), ("MPI_TAG", 2),
                  ("MPI_ERROR", 3)]
WIDE = {"MPI_DISPLACEMENT_CURRENT": "INTEGER(KIND=8)"}
TRUTHS = ["MPI_SUBARRAYS_SUPPORTED", "MPI_ASYNC_PROTECTS_NONBLOCKING"]
CLOCKS = ["MPI_WTIME", "MPI_WTICK", "PMPI_WTIME", "PMPI_WTICK"]
SUMS = ["MPI_AINT_ADD", "MPI_AINT_DIFF", "PMPI_AINT_ADD", "PMPI_AINT_DIFF"]


def mpif(folder):
    """Lines that fixed and free form share."""
    print("! mpif.h of weft: constants of MPI 4.0 for Fortran")
    for name, value in KIND_CONSTANTS:
        print(f"      INTEGER {name}\n      PARAMETER ({name}={value})")
    for name, _, value in table.constants(folder):
        print(f"      {WIDE.get(name, 'INTEGER')} {name}")
        print(f"      PARAMETER ({name}={value})")
    for name in TRUTHS:
        print(f"      LOGICAL {name}\n      PARAMETER ({name}=.FALSE.)")
    for name, block, kind, _ in table.SENTINELS:
        kind, _, shape = kind.partition("(")
        shape = "(" + shape if shape else ""
        print(f"      {kind} {name}{shape}\n      COMMON /{block}/ {name}")
    for name in table.PROCEDURES:
        print(f"      EXTERNAL {name}")
    for name in CLOCKS:
        print(f"      EXTERNAL {name}\n      DOUBLE PRECISION {name}")
    for name in SUMS:
        print(f"      EXTERNAL {name}\n      INTEGER(KIND=8) {name}")


def sizes():
    """MPI_Sizeof: a procedure for each type and kind, for any rank."""
    types = [(t, k, k * (2 if t == "COMPLEX" else 1))
             for t, kinds in (("INTEGER", (1, 2, 4, 8, 16)),
                              ("LOGICAL", (1, 2, 4, 8, 16)),
                              ("REAL", (4, 8, 10, 16)),
                              ("COMPLEX", (4, 8, 10, 16)))
             for k in kinds]
    return [(f"weft_sizeof_{t.lower()}_{k}", f"{t}({k})",
             {10: 16, 20: 32}.get(size, size)) for t, k, size in types] + [
                 ("weft_sizeof_character", "CHARACTER(LEN=*)", None)]


def module_sizes():
    print("CONTAINS")
    for name, kind, size in sizes():
        print(f"  SUBROUTINE {name}(x, size, ierror)")
        print(f"    {kind} :: x(..)\n    INTEGER :: size, ierror")
        print(f"    size = {size if size else 'LEN(x)'}")
        print(f"    ierror = 0\n  END SUBROUTINE {name}")


def module(folder):
    print("! Module mpi of weft, generated from its C headers")
    print("MODULE mpi\n  USE, INTRINSIC :: ISO_C_BINDING, ONLY: C_PTR")
    print("  IMPLICIT NONE")
    print("  PUBLIC\n  PRIVATE :: C_PTR")
    mpif(folder)
    print("  PRIVATE :: " + ", &\n    ".join(n for n, _, _ in sizes()))
    for name in ["MPI_Sizeof"]:
        print(f"  INTERFACE {name}\n    MODULE PROCEDURE "
              + ", &\n      ".join(n for n, _, _ in sizes())
              + f"\n  END INTERFACE {name}")
    module_interfaces(folder)
    module_sizes()
    print("END MODULE mpi")


WRITERS = {"glue": glue, "names": names, "mpif.h": mpif, "mpi": module}

if __name__ == "__main__":
    WRITERS[sys.argv[1]](sys.argv[2])
