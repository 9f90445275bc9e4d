/* Reads the attributes of elements in an MSCCL file, and reports errors. */
#include "document.h"

#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

unsigned document_line(const struct document *r)
{
    const xmlNode *node = xmlTextReaderCurrentNode(r->xml);
    long line = node ? xmlGetLineNo(node) : 0; /* approximate, because the
                                                  parser may have read
                                                  further */
    return line > 0 ? (unsigned)line : 0;
}

int document_wrong(struct document *r, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return weft_error_set(r->err, WEFT_ERROR_FORMAT, document_line(r), "%s",
                          text);
}

int document_no_memory(struct document *r)
{
    return weft_error_set(r->err, WEFT_ERROR_MEMORY, 0, "no memory");
}

bool document_bounded(struct document *r, const char *bytes, size_t count)
{
    r->refused = r->refused || !tags_count(&r->tags, bytes, count);
    return !r->refused;
}

int document_refuse(struct document *r)
{
    const char *excess = tags_excess(&r->tags);
    if (!excess)
        return weft_error_set(
            r->err, WEFT_ERROR_FORMAT, 1,
            "its encoding does not contain ASCII; write it in UTF-8");
    return weft_error_set(r->err, WEFT_ERROR_LIMIT, r->tags.line, "%s", excess);
}

/* ---- attributes ---- */

bool document_attribute(const struct document *r, const char *name, char *text,
                        size_t size)
{
    xmlChar *value = xmlTextReaderGetAttribute(r->xml, (const xmlChar *)name);
    if (value)
        text_cut(text, size, (const char *)value);
    xmlFree(value);
    return value != NULL;
}

int document_number(struct document *r, const char *name, int64_t low,
                    int64_t high, const int *otherwise, int *value)
{
    char text[32];
    int64_t parsed;
    if (!document_attribute(r, name, text, sizeof text)) {
        if (!otherwise)
            return document_wrong(r, "<%s> needs %s",
                                  (const char *)xmlTextReaderConstName(r->xml),
                                  name);
        *value = *otherwise;
        return 0;
    }
    if (parse_number(text, NULL, low, high, &parsed))
        return document_wrong(
            r, "%s must be a number from %lld to %lld, not '%.20s'", name,
            (long long)low, (long long)high, text);
    *value = (int)parsed;
    return 0;
}

int document_buffer(struct document *r, const char *name, enum buffer *value)
{
    static const char letters[] = "ios";
    char text[8];
    if (!document_attribute(r, name, text, sizeof text))
        return document_wrong(r, "<step> needs %s", name);
    const char *at = text[0] && !text[1] ? strchr(letters, text[0]) : NULL;
    if (!at)
        return document_wrong(r, "%s must be i, o or s, not '%.8s'", name,
                              text);
    *value = (enum buffer)(at - letters);
    return 0;
}
