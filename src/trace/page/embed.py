#!/usr/bin/env python3
"""Put the code of the page together, for the compiler.

embed.py MAIN.js STYLE.css OUT.h WORDS.h

The ES modules that MAIN imports, itself last, become one script: each is a
function called once, whose exports the others take, so that the browser loads
nothing. What may stand in a module is what this understands: imports of names
at its beginning (import { a, b as c } from './x.js'), exports before
declarations (export function f). The page's Content-Security-Policy allows
this very script and this very style, by their hashes, and nothing else.
WORDS.h has the names of the displays and of their options."""
import base64
import hashlib
import os
import re
import sys

IMPORT = re.compile(r"^import \{([^}]*)\} from '(\.[^']*)';\n", re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\*? )",
                    re.M)
NAME = re.compile(r"^export (?:async )?(?:function\*?|class|const|let) (\w+)",
                  re.M)


class Bundle:
    def __init__(self, folder):
        self.folder = folder
        self.order = []   # modules, each after those that it imports
        self.names = {}   # path -> name of its object
        self.exports = {} # path -> names
        self.open = []

    def add(self, path):
        if path in self.names:
            return
        if path in self.open:
            sys.exit(f"{path}: imports itself: {' '.join(self.open)}")
        self.open.append(path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for match in IMPORT.finditer(text):
            self.add(self.resolve(path, match[2]))
        self.open.pop()
        self.check(path, text)
        self.names[path] = f"module_{len(self.names)}"
        self.exports[path] = NAME.findall(text)
        self.order.append((path, text))

    def check(self, path, text):
        """What is imported must be exported."""
        for match in IMPORT.finditer(text):
            known = self.exports[self.resolve(path, match[2])]
            for name in match[1].split(","):
                name = name.strip().split(" as ")[0]
                if name and name not in known:
                    sys.exit(f"{path}: {match[2]} exports no {name}")

    @staticmethod
    def resolve(path, name):
        return os.path.normpath(os.path.join(os.path.dirname(path), name))

    def wrap(self, path, text):
        def take(match):
            names = match[1].replace(" as ", ": ").split(",")
            names = ", ".join(n.strip() for n in names if n.strip())
            return (f"const {{ {names} }} = "
                    f"{self.names[self.resolve(path, match[2])]};\n")

        exports = ", ".join(self.exports[path])
        body = EXPORT.sub("", IMPORT.sub(take, text))
        if re.search(r"^(import|export)\b", body, re.M):
            sys.exit(f"{path}: an import or export that embed.py does not know")
        word = os.path.relpath(path, self.folder)
        return (f"/* {word} */\nconst {self.names[path]} = (() => {{\n"
                f"{body}\nreturn {{ {exports} }};\n}})();\n")

    def text(self):
        return "'use strict';\n" + "".join(
            self.wrap(path, text) for path, text in self.order)


def integrity(text):
    digest = hashlib.sha256(text.encode()).digest()
    return "sha256-" + base64.b64encode(digest).decode()


def shorten(text):
    """Without comments that stand alone and without indentation."""
    text = re.sub(r"^\s*/\*(?:(?!\*/).)*\*/[ \t]*\n", "", text,
                  flags=re.M | re.S)
    text = re.sub(r"^\s*//.*\n", "", text, flags=re.M)
    return re.sub(r"\n\s+", "\n", text)


def array(name, text):
    data = text.encode() + b"\0"
    lines = [",".join(map(str, data[i:i + 32])) for i in range(0, len(data), 32)]
    return (f"static const char {name}[] = {{\n" + ",\n".join(lines) + "};\n"
            f"static const size_t {name}_size = sizeof {name} - 1;\n")


def words(folder):
    """What may be shown: the displays in their order, their options."""
    with open(os.path.join(folder, "displays.js"), encoding="utf-8") as file:
        found = re.findall(r"'\./displays/(.*)\.js'", file.read())
    options = []
    for word in found:
        with open(os.path.join(folder, "displays", word + ".js"),
                  encoding="utf-8") as file:
            text = file.read()
        if f"word: '{word}'" not in text:
            sys.exit(f"displays/{word}.js: its word is another")
        options += [f"{word}.{name}" for name in
                    re.findall(r"{ name: '(\w+)', title:", text)]
    return found, options


def names(name, found):
    quoted = "".join(f'"{word}", ' for word in found)
    return f"static const char *const {name}[] = {{{quoted}NULL}};\n"


def main(main_path, style_path, out_path, words_path):
    bundle = Bundle(os.path.dirname(main_path))
    bundle.add(os.path.normpath(main_path))
    script = shorten(bundle.text())
    with open(style_path, encoding="utf-8") as file:
        style = shorten(file.read())
    for text in (script, style):
        if re.search(r'</(script|style)|<!--', text):
            sys.exit('the text would end the script or the style')
    policy = ("default-src 'none'; base-uri 'none'; form-action 'none'; "
              f"script-src '{integrity(script)}'; "
              f"style-src '{integrity(style)}'; img-src blob: data:")
    head = ('<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width">\n'
            '<meta name="generator" content="weft">\n'
            '<link rel="icon" href="data:,">\n')
    body = ('</head>\n<body>\n<noscript>This page needs JavaScript, which is '
            'all inside it; it loads nothing from anywhere.</noscript>\n'
            '<main id="page"></main>\n')
    with open(out_path, "w", encoding="ascii") as file:
        file.write("/* Made by embed.py. */\n#include <stddef.h>\n")
        file.write(array("page_head", head))
        file.write(array("page_style", f"<style>{style}</style>\n"))
        file.write(array("page_body", body))
        file.write(array("page_script", f"<script>{script}</script>\n"))
    displays, options = words(bundle.folder)
    with open(words_path, "w", encoding="ascii") as file:
        file.write("/* Made by embed.py. */\n#include <stddef.h>\n")
        file.write(names("page_displays", displays))
        file.write(names("page_options", options))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
