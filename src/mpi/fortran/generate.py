#!/usr/bin/env python3
"""Write the interfaces of Fortran to MPI, from the C headers.

usage: generate.py KIND FOLDER    FOLDER: include/weft/mpi
KIND: glue (the functions in C), names (their names, for the linker), mpif.h,
mpi, mpi_f08 (the modules, as source)"""
import re
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
    names = []
    if not function.has_sections:
        names = [name + "_f08_", "p" + name + "_f08_"]
    if not function.large:
        names = [name + "_", "p" + name + "_"] + names
    if function.name in table.CPTR:
        names += [name + "_cptr_", "p" + name + "_cptr_"]
    return names


def is_pending(function):
    """Whether it uses its buffers after its return."""
    return table.PENDING.match(function.name.removesuffix("_c"))


def kept_by(function):
    """The argument whose request may keep copies of sections, or None.
    Persistent requests would copy at each start."""
    name = function.name.removesuffix("_c")
    requests = [c_argument(p) for p in function.parameters
                if p.name == "request"]
    return requests[0] if requests and not name.endswith("_init") else None


def section_of(function, p):
    """The initializer of a buffer's struct fortran_section."""
    use, count, kind = function.section(p)
    members = [f".array = {p.name}", f".use = FORTRAN_{use}",
               f".address = fortran_address({p.name}->base)"]
    if is_pending(function) and not kept_by(function):
        members += [".pending = true"]
    if not p.constant:
        members += [".changed = true"]
    if count:
        members += [f".count = *{count}"]
    if kind:
        members += [".type = " + kind if kind == "MPI_BYTE"
                    else f".type = *{kind}"]
    return members


def section_arguments(function):
    """Arguments of the C function that come from sections: {name: text}."""
    replaced = {}
    for p in function.parameters:
        if p.kind == "choice":
            use, count, kind = function.section(p)
            replaced[p.name] = f"s_{p.name}.address"
            if use in ("DATA", "BLOCKS"):
                replaced[kind] = f"s_{p.name}.type"
            if use == "DATA":
                cast = "" if function.large else "(int)"
                replaced[count] = f"{cast}s_{p.name}.count"
    return replaced


def section_glue(function):
    """A function of Fortran 2008 whose buffers are descriptors."""
    name = function.name.lower() + "_f08ts"
    buffers = [p for p in function.parameters if p.kind == "choice"]
    parameters = [f"const struct fortran_array *{p.name}" if p in buffers
                  else c_parameter(p) for p in function.parameters]
    parameters.append("int *ierror")
    replaced = section_arguments(function)
    arguments = ", ".join(replaced.get(p.name, c_argument(p))
                          for p in function.parameters)
    lines = [f"FORTRAN void {name}({', '.join(parameters)});",
             f"void {name}({', '.join(parameters)})", "{",
             "    int code = MPI_SUCCESS;", "    FORTRAN_ENTER;"]
    for p in buffers:
        lines += [f"    struct fortran_section s_{p.name} = "
                  f"{{{', '.join(section_of(function, p))}}};"]
    for p in buffers:
        lines += [f"    if (!code)\n        code = fortran_section_open("
                  f'"{function.name}", &s_{p.name});']
    lines += [f"    if (!code)\n        code = {function.name}({arguments});"]
    if is_pending(function) and kept_by(function):
        lines += [f"    fortran_section_keep(&s_{p.name}, code, "
                  f"{kept_by(function)});" for p in buffers]
    lines += [f"    fortran_section_close(&s_{p.name});" for p in buffers]
    lines += ["    fortran_leave(ierror, code);", "}",
              f"FORTRAN_ALIAS(p{name}, {name});"]
    return "\n".join(lines) + "\n"


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
    for function in table.functions(folder):
        if not function.by_hand and c_names(function):
            print(glue_of(function))
        if function.has_sections:
            print(section_glue(function))


def names(folder):
    found = [name.lower() + "_" for name in table.PROCEDURES]
    for function in table.functions(folder):
        found += c_names(function)
        if function.has_sections:
            name = function.name.lower() + "_f08ts"
            found += [name, "p" + name]
    for name in found:
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


# ---- Fortran 2008 -----------------------------------------------------------


def f08_type(p):
    if p.type[4:] in table.HANDLES or p.kind == "status":
        return f"TYPE({p.type})"
    if p.name == "baseptr":
        return "TYPE(C_PTR)"
    if p.kind == "choice" and p.name == "buffer_addr":
        return "TYPE(C_PTR)"
    return fortran_type(p)


def f08_declaration(p):
    if p.kind == "function":
        return [f"PROCEDURE({p.type}) :: {p.name}"]
    if p.kind == "choice" and p.name != "buffer_addr":
        return declaration(p)
    fixed = not p.pointer or p.kind == "string"
    shape = fortran_shape(p) if p.kind != "status" else "(*)" * p.array
    return [f"{f08_type(p)}{', INTENT(IN)' * fixed} :: {p.name}{shape}"]


def f08_section(function, p):
    intent = ", INTENT(IN)" * p.constant
    wait = table.PENDING.match(function.name.removesuffix("_c"))
    pending = ", ASYNCHRONOUS" * bool(wait)
    return [f"TYPE(*), DIMENSION(..){intent}{pending} :: {p.name}"]


def f08_declared(function):
    return [line for p in function.parameters for line in
            (f08_section(function, p) if function.has_sections
             and p.kind == "choice" else f08_declaration(p))]


def f08_procedure(function, name):
    name += "_f08ts" if function.has_sections else "_f08"
    text = procedure(function, name, f08_declared(function))
    if function.has_sections:
        text = re.sub(r"\)(\s+IMPORT)", r") BIND(C)\1", text, count=1)
    return text.replace("INTEGER :: ierror", "INTEGER, OPTIONAL :: ierror")


def signature(function):
    """What distinguishes the specific procedures of a generic one."""
    return [re.sub(r"KIND=MPI_\w+|\(MPI_User_\w+", "", d.split("::")[0])
            + ("(*)" if d.endswith(")") else "") for d in f08_declared(function)]


def f08_interfaces(folder):
    by_name = {f.name: f for f in table.functions(folder)}
    for function in ordinary(folder):
        large = by_name.get(function.name + "_c")
        same = large and signature(large) == signature(function)
        for prefix in ("", "P") if function.result == "int" else ():
            name = prefix + function.name
            print(f"  INTERFACE {name}")
            print(f08_procedure(function, name))
            if large and not same:
                print(f08_procedure(large, name + "_c"))
            print(f"  END INTERFACE {name}")


def f08_handles(folder):
    for name in table.HANDLES:
        print(f"  TYPE, BIND(C) :: MPI_{name}\n    INTEGER :: MPI_VAL")
        print(f"  END TYPE MPI_{name}")
    print("  TYPE, BIND(C) :: MPI_Status\n    INTEGER :: MPI_SOURCE, MPI_TAG, "
          "MPI_ERROR\n    INTEGER, PRIVATE :: weft_words(3)\n  END TYPE")
    for name, kind, value in table.constants(folder):
        if kind[4:] in table.HANDLES:
            print(f"  TYPE({kind}), PARAMETER :: {name} = {kind}({value})")
    for name, block, kind, _ in table.SENTINELS:
        kind, _, shape = kind.partition("(")
        shape = "(" + shape if shape else ""
        if "STATUS" in name:
            kind, shape = "TYPE(MPI_Status)", "(1)" * ("ES_" in name)
        if kind == "CHARACTER":
            kind = "CHARACTER(KIND=C_CHAR)"
        print(f'  {kind}, BIND(C, NAME="{block}_") :: {name}{shape}')


def f08_operators():
    for sign, word in (("==", "equal"), ("/=", "unequal")):
        names = [f"weft_{word}_{h}" for h in table.HANDLES]
        print(f"  INTERFACE OPERATOR({sign})\n    MODULE PROCEDURE "
              + ", &\n      ".join(names) + "\n  END INTERFACE")
        print("  PRIVATE :: " + ", &\n    ".join(names))


def f08_contains():
    print("CONTAINS")
    for sign, word in (("==", "equal"), ("/=", "unequal")):
        for handle in table.HANDLES:
            name = f"weft_{word}_{handle}"
            print(f"  ELEMENTAL LOGICAL FUNCTION {name}(a, b)")
            print(f"    TYPE(MPI_{handle}), INTENT(IN) :: a, b")
            print(f"    {name} = a%MPI_VAL {sign} b%MPI_VAL\n  END FUNCTION")
    with open(__file__.replace("generate.py", "mpi-f08-status.f90"),
              encoding="utf-8") as file:
        print(file.read(), end="")


def f08(folder):
    print("! Module mpi_f08 of weft, generated from its C headers")
    print("MODULE mpi_f08\n  USE, INTRINSIC :: ISO_C_BINDING, ONLY: C_PTR, C_CHAR")
    shared = [n for n, _ in KIND_CONSTANTS]
    shared += [n for n, kind, _ in table.constants(folder)
               if kind[4:] not in table.HANDLES]
    print("  USE :: mpi, ONLY: " + ", &\n    ".join(
        shared + CLOCKS + SUMS + ["MPI_Sizeof"]))
    print("  IMPLICIT NONE\n  PUBLIC\n  PRIVATE :: C_PTR, C_CHAR")
    for name in TRUTHS:
        print(f"  LOGICAL, PARAMETER :: {name} = .TRUE.")
    f08_handles(folder)
    with open(__file__.replace("generate.py", "mpi-f08-callbacks.f90"),
              encoding="utf-8") as file:
        print(file.read(), end="")
    for names, kind in ((table.COPIERS + table.NULL_COPIERS, "copy_attr"),
                        (table.NULL_DELETERS, "delete_attr")):
        for name in names:
            of = name.split("_")[1].capitalize()
            if of in ("Comm", "Type", "Win"):
                print(f"  PROCEDURE(MPI_{of}_{kind}_function) :: {name}")
    f08_operators()
    f08_interfaces(folder)
    f08_contains()
    print("END MODULE mpi_f08")


WRITERS = {"mpi_f08": f08, "glue": glue, "names": names, "mpif.h": mpif, "mpi": module}

if __name__ == "__main__":
    WRITERS[sys.argv[1]](sys.argv[2])
