"""Every link of the site leads to a file of the site, every #part to an element of it; no page
loads anything from elsewhere, has two elements of one id or a picture without a description. Text stands out
from its background (4.5 : 1).

usage: site-links.py FOLDER
"""
import html.parser
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.ids, self.links, self.wrong = path, set(), [], []
        self.headings = 0
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.headings += tag == "h1"
        if "id" in named:
            if named["id"] in self.ids:
                self.wrong.append(f"two elements are '{named['id']}'")
            self.ids.add(named["id"])
        if tag == "img" and not named.get("alt"):
            self.wrong.append(f"no description: {named.get('src')}")
        if "href" in named:
            self.links.append((named["href"], tag != "a"))
        if "src" in named:
            self.links.append((named["src"], True))


def wrong_links(root, pages):
    for page in pages.values():
        for link, loads in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                if loads or parts.scheme != "https":
                    yield page, f"not of the site: {link}"
                continue
            target = page.path if not parts.path else \
                (page.path.parent / urllib.parse.unquote(parts.path)).resolve()
            if not target.is_file() or root not in target.parents:
                yield page, f"leads nowhere: {link}"
            elif "#" in link and target in pages and parts.fragment not in pages[target].ids:
                yield page, f"no such part: {link}"


def luminance(colour):
    """Of #rgb or #rrggbb, as the WCAG defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = (int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4))
    return sum(weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
               for weight, part in zip((0.2126, 0.7152, 0.0722), parts))


def pale(style):
    """Pairs of text and background that are too alike, in the light and in the dark."""
    themes = [dict(re.findall(r"--(\w+): (#\w+);", block))
              for block in re.findall(r":root \{(.*?)\}", style, re.S)]
    assert len(themes) == 2, "a theme for the light and one for the dark"
    for theme in themes:
        for text in ("ink", "quiet", "link"):
            for behind in ("paper", "box", "here"):
                low, high = sorted(map(luminance, (theme[text], theme[behind])))
                if (high + 0.05) / (low + 0.05) < 4.5:
                    yield f"style.css: {text} {theme[text]} on {behind} {theme[behind]} is pale"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    # the playground has a program of its own, and tests
    pages = {path: Page(path) for path in sorted(root.rglob("*.html"))
             if root / "play" not in path.parents}
    wrong = [(page, text) for page in pages.values() for text in page.wrong]
    wrong += [(page, f"{page.headings} titles") for page in pages.values() if page.headings != 1]
    wrong += wrong_links(root, pages)
    wrong = [f"{page.path.relative_to(root)}: {text}" for page, text in wrong]
    wrong += pale((root / "style.css").read_text())
    print("".join(f"{line}\n" for line in wrong), end="")
    links = sum(len(page.links) for page in pages.values())
    print(f"{len(pages)} pages, {links} links, {len(wrong)} wrong")
    return bool(wrong) or len(pages) < 50


if __name__ == "__main__":
    sys.exit(main())
