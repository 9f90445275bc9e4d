#!/usr/bin/env python3
"""Put the playground together: one HTML file that loads nothing.

join.py SOURCE GLUE.js MODULE.wasm OUT.html

SOURCE is the root of weft. The module, its glue and the pictures of the
examples are gzip in base64; the worker is made of the glue and worker.js. The
Content-Security-Policy allows the script and the style of the page by their
hashes, workers of its own texts, and no request to anywhere."""
import base64
import gzip
import json
import os
import re
import subprocess
import sys

source, glue, module, out = sys.argv[1:]
folder = os.path.join(source, "src", "playground")
page = os.path.join(source, "src", "trace", "page")
sys.path.insert(0, page)
from embed import Bundle, integrity, shorten  # noqa: E402


def read(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def packed(data):
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def content(path):
    with open(path, "rb") as file:
        return file.read()


def data(value):
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def lessons():
    """The lessons in their order, as a JSON array that ends no element."""
    names = sorted(os.listdir(os.path.join(folder, "lessons")))
    found = [json.loads(read(folder, "lessons", name)) for name in names]
    return data(found)


def rules():
    """What the rules of findings mean: the table of docs/checking.md."""
    table = read(source, "docs", "checking.md").split("### Names of rules")[1]
    rows = re.findall(r"^\| (.*) \| (.*) \|$", table.split("\n## ")[0], re.M)
    return dict(rows[1:])


def prepared():
    """The lists and the pictures of the examples, from the module."""
    script = os.path.join(source, "tools", "playground", "prepare.js")
    examples = os.path.join(folder, "examples.json")
    return json.loads(subprocess.run(["node", script, glue, examples], check=True, stdout=subprocess.PIPE).stdout)


bundle = Bundle(folder)
bundle.add(os.path.normpath(os.path.join(folder, "main.js")))
script = shorten(bundle.text())
style = shorten(read(page, "script", "style.css") + read(folder, "style.css"))
worker = shorten(read(folder, "worker.js"))
for text in (script, style, worker):
    if re.search(r"</(script|style)|<!--", text):
        sys.exit("join.py: a text would end its element")
policy = ("default-src 'none'; base-uri 'none'; form-action 'none'; "
          f"script-src '{integrity(script)}' blob: 'wasm-unsafe-eval'; "
          f"worker-src blob:; style-src '{integrity(style)}'; "
          "img-src blob: data:")
made = prepared()
with open(out, "w", encoding="utf-8") as file:
    file.write(f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="weft">
<title>weft playground</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<noscript>The playground needs JavaScript and WebAssembly, which are inside this file; it loads nothing.</noscript>
<main id="page"><p id="starting" role="status">weft is starting ...</p></main>
<script type="text/plain" id="worker">{worker}</script>
<script type="application/json" id="lessons-data">{lessons()}</script>
<script type="application/json" id="examples-data">{data(json.loads(read(folder, "examples.json")))}</script>
<script type="application/json" id="rules-data">{data(rules())}</script>
<script type="application/json" id="lists-data">{data(made["lists"])}</script>
<script type="text/plain" id="pictures">{packed(data(made["pictures"]).encode())}</script>
<script type="text/plain" id="glue">{packed(content(glue))}</script>
<script type="text/plain" id="module">{packed(content(module))}</script>
<script>{script}</script>
</body>
</html>
""")
