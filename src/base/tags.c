/* Counts attributes by the quotes that follow a `=`. */
#include "tags.h"

#include <string.h>
#include <strings.h>

/* bytes at the start of a file that can declare its encoding */
#define DECLARATION_MAX 400

/* All letters of "xmlns" differ, so after a mismatch only its first letter can
 * match. */
static bool count_namespace(struct tags *tags, char c)
{
    static const char word[] = "xmlns";
    tags->letters = c == word[tags->letters] ? tags->letters + 1 : c == word[0];
    if (word[tags->letters])
        return true;
    tags->letters = 0;
    return ++tags->namespaces <= TAGS_NAMESPACES_MAX;
}

bool tags_count(struct tags *tags, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char c = bytes[i];
        tags->line += c == '\n';
        if (c != '\0' && !count_namespace(tags, c))
            return false;
        if (c == '<') /* '<' never occurs in an attribute's value */
            tags->attributes = 0;
        else if ((c == '"' || c == '\'') && tags->last == '=' &&
                 ++tags->attributes > TAGS_ATTRIBUTES_MAX)
            return false;
        if (c != '\0' && !strchr(" \t\r\n", c)) /* UTF-16 text contains NULs */
            tags->last = c;
    }
    return true;
}

const char *tags_excess(const struct tags *tags)
{
    if (tags->namespaces > TAGS_NAMESPACES_MAX)
        return "more than 1000 declarations of namespaces";
    if (tags->attributes > TAGS_ATTRIBUTES_MAX)
        return "more than 1000 attributes in one element";
    return NULL;
}

/* Beginnings of the names of encodings that extend ASCII. */
static const char *const tags_plain[] = {
    "UTF-8",     "UTF8",    "UTF-16",   "ASCII",     "US-ASCII",
    "ISO-8859",  "ISO8859", "ISO_8859", "ISO-10646", "LATIN",
    "WINDOWS-1", "CP125",   "KOI8",     "EUC-",      "MACINTOSH"};

static bool is_plain(const char *name)
{
    for (size_t i = 0; i < sizeof tags_plain / sizeof *tags_plain; i++)
        if (!strncasecmp(name, tags_plain[i], strlen(tags_plain[i])))
            return true;
    return false;
}

bool tags_countable(const char *bytes, size_t count)
{
    char head[DECLARATION_MAX + 1];
    size_t length = 0;
    for (size_t i = 0; i < count && length < DECLARATION_MAX; i++)
        if (bytes[i] != '\0')
            head[length++] = bytes[i];
    head[length] = '\0';
    if (!memcmp(head, "\x4c\x6f\xa7\x94", length < 4 ? length + 1 : 4))
        return false; /* the file begins with "<?xm" in EBCDIC */
    const char *name = strstr(head, "encoding"), *end = strstr(head, "?>");
    if (!name || (end && name > end))
        return true;
    name += strlen("encoding");
    name += strspn(name, " \t\r\n=\"'");
    return is_plain(name);
}
