/* Write the HTML document around the runs of a page, or their data as JSON. */
#include "page.h"

#include "base/base.h"
#include "trace/io/out.h"
#include "trace/page/script.h"

#include <stdio.h>
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

static void put_facts(const struct page_run *run, struct output *out)
{
    out_bytes(out, run->text[PAGE_FACTS], run->size[PAGE_FACTS]);
    if (run->verdict) {
        out_text(out, ",\"verdict\":");
        page_json(out, run->verdict);
    }
    out_text(out, "}");
}

/* Begin the object with the facts about the runs. */
static void put_runs(const struct weft_page *page, struct output *out)
{
    out_text(out, "{\"title\":");
    page_text(out, page->title ? page->title : "");
    out_text(out, ",\"show\":");
    page_long_text(out, page->show ? page->show : "");
    out_text(out, ",\"runs\":");
    for (size_t i = 0; i < page->runs; i++) {
        out_text(out, i ? "," : "[");
        put_facts(page->run[i], out);
    }
    out_text(out, "]");
}

/* Write columns, with texts before their list, before their numbers, and after
 * these. */
static void html_put_columns(const struct page_run *run, enum page_part part,
                             const char *const around[3], struct output *out)
{
    const char *list = run->text[part];
    const char *numbers = (const char *)memchr(list, '\n', run->size[part]) + 1;
    size_t length = (size_t)(numbers - list);
    out_text(out, around[0]);
    out_bytes(out, list, length - 1);
    out_text(out, around[1]);
    out_bytes(out, numbers, run->size[part] - length);
    out_text(out, around[2]);
}

/* Write columns as two elements. */
static void put_elements(const struct page_run *run, enum page_part part,
                         const char *name, struct output *out)
{
    char list[96], numbers[96];
    snprintf(list, sizeof list,
             "<script type=\"application/json\" id=\"columns-%s%zu\">", name,
             run->id);
    snprintf(numbers, sizeof numbers,
             "</script>\n<script type=\"text/plain\" id=\"data-%s%zu\">", name,
             run->id);
    const char *const around[] = {list, numbers, "</script>\n"};
    html_put_columns(run, part, around, out);
}

void page_object(const struct weft_page *page, struct output *out)
{
    static const char *const first[] = {"{\"first\":", ",\"firstData\":\"",
                                        "\""};
    static const char *const all[] = {",\"all\":", ",\"allData\":\"", "\"}"};
    put_runs(page, out);
    out_text(out, ",\"columns\":");
    for (size_t i = 0; i < page->runs; i++) {
        out_text(out, i ? "," : "[");
        html_put_columns(page->run[i], PAGE_LEVELS, first, out);
        html_put_columns(page->run[i], PAGE_COLUMNS, all, out);
    }
    out_text(out, "]}\n");
}

void page_document(const struct weft_page *page, struct output *out)
{
    out_text(out, page_head);
    out_text(out, "<title>");
    put_title(page, out);
    out_text(out, "</title>\n");
    out_bytes(out, page_style, page_style_size);
    out_text(out, page_body);
    out_text(out, "<script type=\"application/json\" id=\"runs\">");
    put_runs(page, out);
    out_text(out, "}</script>\n");
    /* small parts first, so that the browser can draw them before the rest has
     * arrived */
    for (size_t i = 0; i < page->runs; i++)
        put_elements(page->run[i], PAGE_LEVELS, "first", out);
    out_bytes(out, page_script, page_script_size);
    for (size_t i = 0; i < page->runs; i++)
        put_elements(page->run[i], PAGE_COLUMNS, "all", out);
    out_text(out, "</body>\n</html>\n");
}
