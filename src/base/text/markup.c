/* Reads XML with libxml2's text reader: no network, no external entities, no
 * declarations in a DOCTYPE, and bounded numbers of attributes and depths. */
#include "markup.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "base/tags.h"

int markup_wrong(const struct markup *markup, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return weft_error_set(markup->err, WEFT_ERROR_FORMAT, *markup->line, "%s",
                          text);
}

char *markup_attribute(const struct markup *markup, const char *name)
{
    return (char *)xmlTextReaderGetAttribute(markup->reader,
                                             (const xmlChar *)name);
}

bool markup_copy(const struct markup *markup, const char *name, char *text,
                 size_t size)
{
    char *value = markup_attribute(markup, name);
    if (value)
        text_cut(text, size, value);
    xmlFree(value);
    return value != NULL;
}

int markup_integer(const struct markup *markup, const char *name, int64_t low,
                   int64_t high, int *value)
{
    char text[32];
    int64_t number;
    if (!markup_copy(markup, name, text, sizeof text))
        return 0;
    bool negative = low < 0 && text[0] == '-';
    if (parse_number(text + negative, NULL, negative ? 0 : low, high, &number))
        return markup_wrong(
            markup, "%s is '%.20s'; expected a number from %lld to %lld", name,
            text, (long long)low, (long long)high);
    *value = negative ? (int)-number : (int)number;
    return 0;
}

/* Report a DOCTYPE that is not allowed. */
static int markup_doctype(const struct markup *markup)
{
    const xmlNode *node = xmlTextReaderCurrentNode(markup->reader);
    if (!markup->doctype)
        return markup_wrong(markup, "a DOCTYPE");
    return node && !node->children
               ? 0
               : markup_wrong(markup, "a DOCTYPE with declarations");
}

static int markup_element(const struct markup *markup)
{
    const char *name =
        (const char *)xmlTextReaderConstLocalName(markup->reader);
    if (xmlTextReaderDepth(markup->reader) >= MARKUP_DEPTH_MAX)
        return markup_wrong(markup,
                            "<%.40s> is nested more than %d elements deep",
                            name, MARKUP_DEPTH_MAX);
    bool empty = xmlTextReaderIsEmptyElement(markup->reader);
    if (markup->begin(markup->arg, name))
        return -1;
    return empty ? markup->end(markup->arg, name) : 0;
}

static int markup_take(const struct markup *markup)
{
    int type = xmlTextReaderNodeType(markup->reader);
    const xmlNode *node = xmlTextReaderCurrentNode(markup->reader);
    long line = node ? xmlGetLineNo(node) : 0;
    *markup->line = line > 0 ? (unsigned)line : 0;
    if (type == XML_READER_TYPE_DOCUMENT_TYPE)
        return markup_doctype(markup);
    if (type == XML_READER_TYPE_ELEMENT)
        return markup_element(markup);
    if (type == XML_READER_TYPE_END_ELEMENT)
        return markup->end(
            markup->arg,
            (const char *)xmlTextReaderConstLocalName(markup->reader));
    if (markup->text &&
        (type == XML_READER_TYPE_TEXT || type == XML_READER_TYPE_CDATA)) {
        const char *text =
            (const char *)xmlTextReaderConstValue(markup->reader);
        return text ? markup->text(markup->arg, text) : 0;
    }
    return 0;
}

static void markup_complain(void *arg, const xmlError *error)
{
    const struct markup *markup = arg;
    char text[200];
    quiet_remember(markup->quiet, error);
    if (error->level <= XML_ERR_WARNING)
        return;
    if (markup->err && markup->err->text[0])
        return;
    snprintf(text, sizeof text, "%s", error->message ? error->message : "");
    text[strcspn(text, "\n")] = '\0';
    *markup->line = error->line > 0 ? (unsigned)error->line : 0;
    markup_wrong(markup, "%s", text);
}

/* Return -1 if parsing with libxml2 would take too long, else 0. */
static int check_tags(const struct markup *markup, const char *text,
                      size_t size)
{
    struct tags tags = {.line = 1};
    if (!tags_countable(text, size))
        return markup_wrong(
            markup, "its encoding does not contain ASCII; write it in UTF-8");
    if (tags_count(&tags, text, size))
        return 0;
    return weft_error_set(markup->err, WEFT_ERROR_LIMIT, tags.line, "%s",
                          tags_excess(&tags));
}

int markup_read(struct markup *markup, const char *text, size_t size)
{
    struct quiet quiet;
    int status = -1, read = 0;
    if (check_tags(markup, text, size))
        return -1;
    quiet_begin(&quiet);
    markup->quiet = &quiet;
    markup->reader = xmlReaderForMemory(text, (int)size, NULL, NULL,
                                        XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    if (markup->reader) {
        xmlTextReaderSetStructuredErrorHandler(
            markup->reader, (xmlStructuredErrorFunc)markup_complain, markup);
        while ((read = xmlTextReaderRead(markup->reader)) == 1)
            if (markup_take(markup))
                break;
        status = read ? -1 : 0;
        xmlFreeTextReader(markup->reader);
    }
    quiet_end(&quiet);
    if (read < 0 && markup->err && !markup->err->text[0])
        markup_wrong(markup, "not XML");
    if (markup->reader && !quiet.memory)
        return status;
    return weft_error_set(markup->err, WEFT_ERROR_MEMORY, 0, "no memory");
}

/* Return the text behind the end of a comment, an instruction or a DOCTYPE that
 * begins here; NULL: it does not end. */
static const char *behind_no_element(const char *at)
{
    static const char doctype[] = "<!DOCTYPE";
    const char *close = ">";
    if (!strncmp(at, doctype, sizeof doctype - 1) &&
        at[strcspn(at, "[>")] == '[')
        close = "]>";
    else if (!strncmp(at, "<!--", 4))
        close = "-->";
    else if (at[1] == '?')
        close = "?>";
    const char *end = strstr(at, close);
    return end ? end + strlen(close) : NULL;
}

void markup_root(const char *text, char *name, size_t size)
{
    static const char space[] = " \t\r\n";
    name[0] = '\0';
    for (const char *at = text; at; at = behind_no_element(at)) {
        at += strspn(at, space);
        if (at[0] != '<')
            return;
        if (at[1] == '!' || at[1] == '?')
            continue;
        snprintf(name, size, "%.*s", (int)strcspn(at + 1, " \t\r\n/>"), at + 1);
        char *colon = strchr(name, ':');
        if (colon)
            memmove(name, colon + 1, strlen(colon));
        return;
    }
}
