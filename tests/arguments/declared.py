"""The functions that the public headers declare."""
import glob
import os
import re
import subprocess


class Parameter:
    def __init__(self, text):
        text = re.sub(r"\s+", " ", text.strip())
        array = re.search(r"\[[^]]*\]$", text)
        if array:
            text = text[:array.start()].strip()
        found = re.match(r"(.*?[ *])(\w+)$", text)
        self.type, self.name = found.group(1).strip(), found.group(2)
        self.pointer = "(*" in text
        if array:
            self.type += " *"
        self.type = re.sub(r" ?\*", " *", self.type)


class Function:
    def __init__(self, header, result, name, parameters):
        self.header, self.result, self.name = header, result, name
        self.variadic = parameters[-1:] == ["..."]
        self.parameters = parameters[:-1] if self.variadic else parameters
        self.parameters = [function_pointer(text) or Parameter(text)
                           for text in self.parameters]


def function_pointer(text):
    found = re.match(r".*\(\s*\*\s*(\w+)\)\s*\(.*\)$", text.strip(), re.S)
    if not found:
        return None
    made = Parameter("void *" + found.group(1))
    made.type = "function"
    return made


def split(text):
    """At commas outside of parentheses."""
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if c == "," and not depth:
            parts.append(text[begin:i].strip())
            begin = i + 1
    return parts + [text[begin:].strip()]


def ours(compiler, include, header):
    text = subprocess.run(
        [*compiler, "-std=c11", "-D_GNU_SOURCE", "-I" + include, "-E", header],
        capture_output=True, text=True, check=True).stdout
    kept, inside = [], False
    for line in text.split("\n"):
        if re.match(r'# \d+ "', line):
            inside = os.path.realpath(line.split('"')[1]) == \
                os.path.realpath(header)
        elif inside and not line.startswith("#"):
            kept.append(line)
    return "\n".join(kept)


def statements(text):
    """Those outside of braces."""
    depth, one = 0, ""
    for c in text:
        if c == "{":
            depth += 1
            if re.match(r"\s*(static|extern \"C\")", one):
                one = ""
        elif c == "}":
            depth -= 1
            if not depth and one == "":
                continue
        elif depth:
            continue
        elif c == ";":
            yield one.strip()
            one = ""
        else:
            one += c


def functions(compiler, include):
    found = []
    headers = glob.glob(os.path.join(include, "weft", "**", "*.h"), recursive=True)
    for header in sorted(headers):
        if os.path.basename(os.path.dirname(header)) == "mpi":
            continue  # programs are given these
        for text in statements(ours(compiler, include, header)):
            text = re.sub(r"__attribute__ *\(\(.*?\)\)\)?", "", text).strip()
            match = re.match(r"(.*?[\s*])(weft_\w+)\s*\((.*)\)$", text, re.S)
            if not match or re.match(r"typedef|static", text):
                continue
            result, name, inside = match.groups()
            parameters = [] if inside.strip() == "void" else split(inside)
            result = re.sub(r" ?\*", " *", re.sub(r"\s+", " ", result).strip())
            found.append(Function(os.path.basename(header)[:-2], result, name,
                                  parameters))
    return found
