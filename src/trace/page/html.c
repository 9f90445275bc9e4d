/* Write the HTML document around the runs of a page. */
#include "page.h"

#include "base/base.h"
#include "trace/io/out.h"
#include "trace/page/script.h"

#include <string.h>

/* Write text in HTML, with markup escaped and invalid characters replaced. */
static void html_put_text(struct output *out, const char *text)
{
    size_t left = 200;
    for (; *text && left; left--) {
        size_t length;
        bool shown = text_take(text, &length);
        unsigned char c = (unsigned char)*text;
        if (strchr("&<>\"'", c)) {
            out_text(out, "&#");
            out_number(out, c);
            out_text(out, ";");
        } else if (shown) {
            out_bytes(out, text, length);
        } else {
            out_text(out, "\xef\xbf\xbd");
        }
        text += length;
    }
    out_text(out, *text ? "\xe2\x80\xa6" : "");
}

/* Write the words that describe a run: "successive rotated, hypercube:4". */
static void put_words(const struct page_run *run, struct output *out)
{
    static const char *const words[] = {"program", "problem", "strategy",
                                        "network"};
    bool any = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *value = weft_trace_info_get(&run->params.info, words[i]);
        if (!value)
            continue;
        out_text(out, any ? " " : "");
        html_put_text(out, value);
        any = true;
    }
    if (!any)
        html_put_text(out, run->name ? run->name : "a run");
}

static void put_title(const struct weft_page *page, struct output *out)
{
    if (page->title) {
        html_put_text(out, page->title);
        return;
    }
    for (size_t i = 0; i < page->runs && i < 4; i++) {
        out_text(out, i ? " | " : "");
        put_words(page->run[i], out);
    }
}

static void html_put_part(const struct page_run *run, enum page_part part,
                          struct output *out)
{
    out_bytes(out, run->text[part], run->size[part]);
}

static void put_facts(const struct page_run *run, struct output *out)
{
    html_put_part(run, PAGE_FACTS, out);
    if (run->verdict) {
        out_text(out, ",\"verdict\":");
        page_json(out, run->verdict);
    }
    out_text(out, "}");
}

void page_document(const struct weft_page *page, struct output *out)
{
    out_text(out, page_head);
    out_text(out, "<title>");
    put_title(page, out);
    out_text(out, "</title>\n");
    out_bytes(out, page_style, page_style_size);
    out_text(out, page_body);
    out_text(out, "<script type=\"application/json\" id=\"runs\">{\"title\":");
    page_text(out, page->title ? page->title : "");
    out_text(out, ",\"show\":");
    page_long_text(out, page->show ? page->show : "");
    out_text(out, ",\"runs\":");
    for (size_t i = 0; i < page->runs; i++) {
        out_text(out, i ? "," : "[");
        put_facts(page->run[i], out);
    }
    out_text(out, "]}</script>\n");
    /* small parts first, so that the browser can draw them before the rest has
     * arrived */
    for (size_t i = 0; i < page->runs; i++)
        html_put_part(page->run[i], PAGE_LEVELS, out);
    out_bytes(out, page_script, page_script_size);
    for (size_t i = 0; i < page->runs; i++)
        html_put_part(page->run[i], PAGE_COLUMNS, out);
    out_text(out, "</body>\n</html>\n");
}
