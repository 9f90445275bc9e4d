#!/usr/bin/env python3
"""Writes C: for each public function of the library a function that calls it
with values of values.py, and a row of a table.

usage: generate.py INCLUDE OUT.c COMPILER...
"""
import re
import sys

sys.dont_write_bytecode = True
import declared
import values


def values_of(function, parameter):
    """The longest match counts; None: there is none."""
    best = None
    for key, found in values.VALUES.items():
        if key[0]:
            fits = function.name.startswith(key[0]) and parameter.name == key[1]
            rank = (2, len(key[0]))
        else:
            fits = parameter.type == key[1] and key[2:] in ((),
                                                            (parameter.name,))
            rank = (1 if len(key) == 3 else 0, 0)
        if fits and (best is None or rank > best[0]):
            best = (rank, found)
    return best and best[1]


def context_of(function):
    types = [p.type for p in function.parameters]
    if types[1:2] == ["struct weft_work *"]:
        return "WORK"
    for word in ("processor", "work", "wiring", "asked", "bounding"):
        if types and types[0].endswith("struct weft_%s *" % word):
            return word.upper()
    return "NOTHING"


def condition(function):
    names = {p.name for p in function.parameters}
    own = [only for words, only in values.ONLY
           if set(words.split()) <= names]
    return " && ".join(
        "(" + re.sub(r"\b[a-z]+\b", r"\g<0>_", only) + ")" for only in own)


def c_type(parameter):
    if parameter.type == "function":
        return "name_function"
    return parameter.type


def body(function, given):
    lines = []
    names = [p.name + "_" for p in function.parameters]
    if any(p.type == "struct weft_error *" or p.name == "err"
           for p in function.parameters):
        lines.append("struct weft_error said = {0};")
    for i, (parameter, options) in enumerate(zip(function.parameters, given)):
        kind = c_type(parameter)
        lines.append(f"{kind}{'' if kind.endswith('*') else ' '}"
                     f"{parameter.name}_;")
        lines.append(f"switch (pick[{i}]) {{")
        lines += [f"case {k}: {parameter.name}_ = {option}; break;"
                  for k, option in enumerate(options[:-1])]
        lines.append(f"default: {parameter.name}_ = {options[-1]};")
        lines.append("}")
    only = condition(function)
    if only:
        lines.append(f"if (!({only})) return 0;")
    call = f"{function.name}({', '.join(names + variadic(function))})"
    result = function.result
    if result == "void":
        return lines + [f"{call};", "return 0;"]
    told = "err_" in names and not re.match(values.SAYS_NOTHING, function.name)
    if result == "int":
        lines.append(f"int result = {call};")
        if told:
            lines.append("told(result < 0, err_, &said);")
        return lines + ["return result;"]
    if result.endswith("*"):
        lines.append(f"{result}result = {call};")
        if told:
            lines.append("told(!result, err_, &said);")
        return lines + ["(void)result;", "return 0;"]
    return lines + [f"(void){call};", "return 0;"]


def variadic(function):
    return ["1"] if function.variadic else []


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write(functions, out):
    rows = []
    out.write('#include "pools.h"\n')
    for function in functions:
        given = [values_of(function, p) for p in function.parameters]
        if function.variadic:
            at = [p.name for p in function.parameters].index("format")
            given[at] = ['"odd %d"']
        lacks = [f"{p.type} {p.name}" for p, options in
                 zip(function.parameters, given) if options is None]
        name = function.name
        if lacks:
            why = quoted("values.py has nothing for: " + ", ".join(lacks))
            rows.append(f'{{"{name}", NOTHING, 0, {{0}}, NULL, NULL, {why}}},')
            continue
        out.write(f"\nstatic int call_{name}(void *context, "
                  "const size_t *pick)\n{\n(void)context; (void)pick;\n")
        out.write("\n".join(body(function, given)) + "\n}\n")
        texts = [", ".join(map(quoted, options)) for options in given]
        for i, text in enumerate(texts):
            out.write(f"static const char *const text_{name}_{i}[] = "
                      f"{{{text}}};\n")
        names = ", ".join(f"text_{name}_{i}" for i in range(len(texts)))
        out.write(f"static const char *const *const text_{name}[] = "
                  f"{{{names or 'NULL'}}};\n")
        counts = ", ".join(str(len(options)) for options in given)
        rows.append(f'{{"{name}", {context_of(function)}, {len(given)}, '
                    f"{{{counts or '0'}}}, call_{name}, text_{name}, NULL}},")
    out.write("\nconst struct row rows[] = {\n" + "\n".join(rows) +
              "\n{NULL, NOTHING, 0, {0}, NULL, NULL, NULL},\n};\n")


def main(include, path, *compiler):
    with open(path, "w") as out:
        write(declared.functions(compiler, include), out)


if __name__ == "__main__":
    main(*sys.argv[1:])
