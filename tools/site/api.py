"""What the library offers, as pages: each public header with its comments, and the module weft.

usage: api.py ROOT FOLDER

Writes index.html, NAME.html for each header and python.html. Prints NAME PAGE#NAME for each name
of the library, for links to it.
"""
import ast
import html
import pathlib
import re
import sys

# What is no declaration: guards, includes, what C++ needs.
NOISE = re.compile(r"^#ifdef __cplusplus\n(?s:.*?)^#endif\n|^#define WEFT_\w*H\n"
                   r"|^#(?!define)(?:.*\\\n)*.*\n", re.M)
# A comment of a declaration, another comment, a macro, or the start of a declaration.
TOKEN = re.compile(r"\s*(?:/\*\*(?P<comment>[^<](?s:.*?))\*/|/\*(?s:.*?)\*/"
                   r"|(?P<macro>#(?:.*\\\n)*.*\n)|(?P<start>\S))")
NAME = re.compile(r"^#define (\w+)|^((?:struct|enum|union) \w+)(?: \{|;)|\(\*(\w+)\)"
                  r"|\b(\w+)\(|(\w+)(?:\[.*)?;\s*$", re.M)


def declaration(text, start):
    """The end of the declaration that starts there."""
    depth = 0
    for match in re.compile(r"/\*.*?\*/|[{}();]", re.S).finditer(text, start):
        depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(match[0], 0)
        if not depth and (match[0] == ";" or
                          match[0] == "}" and not re.match(r"[^\n]*;", text[match.end():])):
            rest = re.compile(r"[ \t]*/\*\*<.*?\*/", re.S).match(text, match.end())
            return rest.end() if rest else match.end()
    raise ValueError("a declaration without an end: " + text[start:start + 80])


def items(text):
    """The declarations of a header: (comment, code); one without a comment joins the last."""
    found, comment, position = [], None, 0
    while match := TOKEN.match(text, position):
        position = match.end()
        if match["comment"]:
            comment = match["comment"]
        elif match["macro"] or match["start"]:
            end = position if match["macro"] else declaration(text, match.start("start"))
            code = text[match.start("macro" if match["macro"] else "start"):end].rstrip()
            if re.match(r"struct \w+;", code):
                comment, position = None, end
                continue
            if code.startswith("static inline"):
                code = re.sub(r"\s*\{.*\}$", ";", code, flags=re.S)
            if comment is None and "/**<" not in code and found:
                found[-1] = (found[-1][0], found[-1][1] + "\n" + code)
            else:
                found.append((comment or "", code))
            comment, position = None, end
    return found


KINDS = (("    ", "<pre><code>%s</code></pre>"), ("- ", "<ul><li>%s</li></ul>"),
         ("@", '<p class="note">%s</p>'), ("", "<p>%s</p>"))
MARKS = ((r"`([^`]+)`", r"<code>\1</code>"), (r"^- ", ""), (r"@[pc] (\w+)", r"<code>\1</code>"), (r"@param (\w+)", r"<code>\1</code>:"),
         (r"@returns", "<em>Returns</em>"), (r"@since", "<em>Since</em>"))


def prose(comment):
    """A comment as HTML: paragraphs, lists, indented text as it is, notes."""
    text = re.sub(r"^[ *]*\* ?", "", comment.strip("* \n"), flags=re.M)
    out = []
    for block in re.split(r"\n\s*\n|\n(?=@|- )", text):
        kind, form = next(row for row in KINDS if block.startswith(row[0]))
        escaped = html.escape(block, quote=False)
        if kind.strip() or not kind:
            for mark, mean in MARKS:
                escaped = re.sub(mark, mean, escaped)
            escaped = " ".join(escaped.split())
        out.append(form % escaped)
    return "\n".join(out)


def place(name):
    return name.replace(" ", "-")


def section(level, name, code, body):
    return f'''<h{level} id="{place(name)}">{name}</h{level}>
<pre><code>{html.escape(code, quote=False)}</code></pre>
{body}
'''


def name_of(code):
    found = NAME.search(code)
    return next(filter(None, found.groups())) if found else None


def header_page(path, name):
    """The page of a header, its first sentence, and the names that it declares."""
    text = NOISE.sub("", path.read_text())
    about = re.match(r"\s*/\*\*(.*?)\*/", text, re.S)
    listed = [(name_of(code), code, comment) for comment, code in items(text[about.end():])]
    body = "".join(section(2, *row[:2], prose(row[2])) for row in listed)
    first = re.match(r".*?[.:](?=\s|$)", re.sub(r"\s+\*\s+", " ", about[1].strip("* \n")))[0]
    return f"<h1>{name}</h1>\n{prose(about[1])}\n{body}", first, [row[0] for row in listed]


def docstring(node):
    """The text and the sessions of a docstring."""
    out = []
    for block in re.split(r"\n\s*\n", ast.get_docstring(node) or ""):
        form = KINDS[0][1] if block.startswith((">>>", "    ")) else "<p>%s</p>"
        escaped = html.escape(block, quote=False)
        out.append(form % (escaped if "pre" in form else re.sub(*MARKS[0], escaped)))
    return "\n".join(out)


def signature(node, name):
    if isinstance(node, ast.ClassDef):
        return f"class {name}"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    if any("property" in ast.unparse(at) for at in node.decorator_list):
        return name + returns
    return f"{name}({ast.unparse(node.args)}){returns}"


def python_page(folder):
    """The classes and functions of the module, in the order of __all__."""
    trees = {path.stem: ast.parse(path.read_text()) for path in sorted(folder.glob("*.py"))}
    main = trees["__init__"]
    nodes = {node.name: node for tree in trees.values() for node in tree.body
             if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    public = next(ast.literal_eval(node.value) for node in main.body
                  if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    body = f"<h1>Python functions</h1>\n{docstring(main)}\n"
    for name in filter(nodes.get, public):
        node = nodes[name]
        body += section(2, name, signature(node, name), docstring(node))
        for part in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(part, ast.FunctionDef) and part.name[0] != "_" \
                    and ast.get_docstring(part):
                body += section(3, f"{name}.{part.name}", signature(part, part.name),
                                docstring(part))
    return body


def main():
    root, out = map(pathlib.Path, sys.argv[1:])
    rows = ""
    for path in sorted((root / "include/weft").glob("**/*.h")):
        name = str(path.relative_to(root / "include"))
        if name.startswith("weft/mpi/"):  # the MPI standard describes these
            continue
        page = name.removeprefix("weft/").removesuffix(".h").replace("/", "-") + ".html"
        body, first, names = header_page(path, name)
        (out / page).write_text(body)
        rows += f'<tr><td><a href="{page}">{name}</a></td><td>{html.escape(first)}</td></tr>\n'
        for known in filter(None, names):
            print(known, f"api/{page}#{place(known)}")
    (out / "index.html").write_text(
        "<h1>C headers</h1>\n<p>Which header has which functions? A program includes "
        "<code>weft/weft.h</code>, and the headers of <code>weft/unstable</code> one by one.</p>\n"
        f"<table>\n<tr><th>header</th><th>contents</th></tr>\n{rows}</table>\n")
    (out / "python.html").write_text(python_page(root / "python/weft"))


if __name__ == "__main__":
    main()
