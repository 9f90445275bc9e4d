/* Explains why the schema rejects a document, so that the user can correct it.
 *
 * Compares the document with the schema, which is XML too. For every element,
 * it collects the attributes, children and text that the pattern of the element
 * allows. This suffices because the schema does not prescribe an order of
 * children; for other errors, the validator's message is used. */
#include "experiment.h"

#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ATTRIBUTES_MAX 64
#define CHILDREN_MAX 16
#define EXPLAIN_DEPTH_MAX 32

/* The content that a pattern allows. */
struct explain_content {
    /* patterns of the allowed attributes, from the schema */
    const xmlNode *attribute[ATTRIBUTES_MAX];
    bool required[ATTRIBUTES_MAX];
    size_t attributes;
    /* patterns of the allowed children, from the schema */
    const xmlNode *child[CHILDREN_MAX];
    size_t children;
    bool some_child; /* whether at least one child element is required */
    bool text;
};

struct explain_walk {
    const xmlNode *grammar;
    struct weft_error *err;
};

static bool explain_is(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE &&
           strcmp((const char *)node->name, name) == 0;
}

/* Return the value of an attribute, which must be one text node without
 * entities or references, or none. */
static const char *xml_explain_attribute(const xmlNode *node, const char *name)
{
    const xmlAttr *at = xmlHasProp(node, (const xmlChar *)name);
    return at && at->children ? (const char *)at->children->content : "";
}

static const xmlNode *definition(const struct explain_walk *walk,
                                 const char *name)
{
    for (const xmlNode *at = walk->grammar->children; at; at = at->next)
        if (explain_is(at, "define") &&
            strcmp(xml_explain_attribute(at, "name"), name) == 0)
            return at;
    return NULL;
}

/* Add the content that the patterns inside `node` allow. */
static void explain_gather(const struct explain_walk *walk, const xmlNode *node,
                           bool required, int depth,
                           struct explain_content *content)
{
    if (!node || depth > EXPLAIN_DEPTH_MAX)
        return;
    for (const xmlNode *at = node->children; at; at = at->next) {
        if (explain_is(at, "attribute") &&
            content->attributes < ATTRIBUTES_MAX) {
            content->required[content->attributes] = required;
            content->attribute[content->attributes++] = at;
        } else if (explain_is(at, "element") &&
                   content->children < CHILDREN_MAX) {
            content->child[content->children++] = at;
        } else if (explain_is(at, "ref")) {
            explain_gather(walk,
                           definition(walk, xml_explain_attribute(at, "name")),
                           required, depth + 1, content);
        } else if (explain_is(at, "text")) {
            content->text = true;
        } else if (at->type == XML_ELEMENT_NODE) {
            content->some_child |= explain_is(at, "oneOrMore");
            explain_gather(walk, at, required && explain_is(at, "group"),
                           depth + 1, content);
        }
    }
}

static void explain_list(char *text, size_t room, const char *word, size_t i,
                         size_t count)
{
    size_t used = strlen(text);
    const char *between = i + 1 == count ? " or " : ", ";
    snprintf(text + used, room - used, "%s%s", i ? between : "", word);
}

static void list_names(char *text, size_t room, const xmlNode *const *pattern,
                       size_t count)
{
    *text = '\0';
    for (size_t i = 0; i < count; i++)
        explain_list(text, room, xml_explain_attribute(pattern[i], "name"), i,
                     count);
}

static int unknown_attribute(const xmlNode *element, const char *name,
                             const struct explain_content *content,
                             struct weft_error *err)
{
    const char *names[ATTRIBUTES_MAX + 1] = {NULL};
    for (size_t i = 0; i < content->attributes; i++)
        names[i] = xml_explain_attribute(content->attribute[i], "name");
    weft_unknown_among(err, "attribute", name, names);
    err->kind = WEFT_ERROR_MISUSE;
    return element_blame(element, err);
}

/* If the pattern of an attribute lists values, check that the attribute has one
 * of them. */
static int explain_value(const xmlNode *element, const xmlNode *pattern,
                         struct weft_error *err)
{
    const xmlNode *choice = pattern->children;
    while (choice && !explain_is(choice, "choice"))
        choice = choice->next;
    if (!choice)
        return 0;
    const char *name = xml_explain_attribute(pattern, "name");
    const char *said = xml_explain_attribute(element, name);
    const char *word[CHILDREN_MAX];
    size_t count = 0;
    for (const xmlNode *at = choice->children; at; at = at->next)
        if (explain_is(at, "value") && count < CHILDREN_MAX)
            word[count++] = (const char *)at->children->content;
    char known[200] = "";
    for (size_t i = 0; i < count; i++) {
        if (strcmp(word[i], said) == 0)
            return 0;
        explain_list(known, sizeof known, word[i], i, count);
    }
    return element_error(element, WEFT_ERROR_MISUSE, err,
                         "attribute '%s' is '%.60s'; expected %s", name, said,
                         known);
}

static int explain_attribute(const xmlNode *element, const xmlAttr *at,
                             const struct explain_content *content,
                             struct weft_error *err)
{
    const char *name = (const char *)at->name;
    if (at->ns)
        return element_error(element, WEFT_ERROR_MISUSE, err,
                             "unknown attribute '%.30s:%.60s'; expected "
                             "none with a namespace",
                             at->ns->prefix ? (char *)at->ns->prefix : "",
                             name);
    for (size_t i = 0; i < content->attributes; i++)
        if (strcmp(xml_explain_attribute(content->attribute[i], "name"),
                   name) == 0)
            return explain_value(element, content->attribute[i], err);
    return unknown_attribute(element, name, content, err);
}

static int explain_attributes(const xmlNode *element,
                              const struct explain_content *content,
                              struct weft_error *err)
{
    for (const xmlAttr *at = element->properties; at; at = at->next)
        if (explain_attribute(element, at, content, err))
            return -1;
    for (size_t i = 0; i < content->attributes; i++) {
        const char *name = xml_explain_attribute(content->attribute[i], "name");
        if (content->required[i] && !xmlHasProp(element, (const xmlChar *)name))
            return element_error(element, WEFT_ERROR_MISUSE, err,
                                 "expected an attribute '%s'", name);
    }
    return 0;
}

static bool blank(const xmlNode *text)
{
    const char *content = (const char *)text->content;
    return content[strspn(content, " \t\r\n")] == '\0';
}

static const xmlNode *find_child(const struct explain_content *content,
                                 const xmlNode *element)
{
    for (size_t i = 0; i < content->children && !element->ns; i++)
        if (explain_is(element,
                       xml_explain_attribute(content->child[i], "name")))
            return content->child[i];
    return NULL;
}

static int unexpected(const xmlNode *element, const xmlNode *child,
                      const struct explain_content *content,
                      struct weft_error *err)
{
    char known[200] = "";
    list_names(known, sizeof known, content->child, content->children);
    if (child->type != XML_ELEMENT_NODE)
        return element_error(element, WEFT_ERROR_MISUSE, err,
                             "holds text; expected %s",
                             content->children ? known : "nothing");
    return element_error(
        child, WEFT_ERROR_MISUSE, err, "not expected %s%s%s; expected %s%s",
        element ? "in '" : "here", element ? (const char *)element->name : "",
        element ? "'" : "", content->children ? known : "nothing",
        child->ns ? " without a namespace" : "");
}

static int explain_element(const struct explain_walk *walk,
                           const xmlNode *element, const xmlNode *pattern,
                           int depth)
{
    struct explain_content content = {.attributes = 0};
    size_t children = 0;
    explain_gather(walk, pattern, true, 0, &content);
    if (depth > EXPLAIN_DEPTH_MAX ||
        explain_attributes(element, &content, walk->err))
        return depth > EXPLAIN_DEPTH_MAX ? 0 : -1;
    for (const xmlNode *at = element->children; at; at = at->next) {
        if (at->type == XML_ELEMENT_NODE) {
            const xmlNode *inner = find_child(&content, at);
            if (!inner)
                return unexpected(element, at, &content, walk->err);
            if (explain_element(walk, at, inner, depth + 1))
                return -1;
            children++;
        } else if ((at->type == XML_TEXT_NODE ||
                    at->type == XML_CDATA_SECTION_NODE) &&
                   !content.text && !blank(at)) {
            return unexpected(element, at, &content, walk->err);
        }
    }
    if (children || !content.some_child)
        return 0;
    char known[200];
    list_names(known, sizeof known, content.child, content.children);
    return element_error(element, WEFT_ERROR_MISUSE, walk->err,
                         "is empty; expected %s", known);
}

int experiment_explain(const xmlDoc *schema, const xmlDoc *document,
                       struct weft_error *err)
{
    struct explain_walk walk = {xmlDocGetRootElement(schema), err};
    const xmlNode *root = xmlDocGetRootElement(document);
    const xmlNode *start = walk.grammar->children;
    while (start && !explain_is(start, "start"))
        start = start->next;
    if (!start || !root)
        return 0;
    struct explain_content content = {.attributes = 0};
    explain_gather(&walk, start, true, 0, &content);
    const xmlNode *pattern = find_child(&content, root);
    return pattern ? explain_element(&walk, root, pattern, 0)
                   : unexpected(NULL, root, &content, err);
}

int element_error(const xmlNode *element, enum weft_error_kind kind,
                  struct weft_error *err, const char *format, ...)
{
    char text[420];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    long line = xmlGetLineNo(element);
    return weft_error_set(err, kind, line > 0 ? (unsigned)line : 0,
                          "element '%.40s': %s", (const char *)element->name,
                          text);
}

int element_blame(const xmlNode *element, struct weft_error *err)
{
    struct weft_error cause = *err;
    /* errors of settings begin with the name of an option */
    const char *text = cause.text;
    text += strncmp(text, "--", 2) == 0 ? 2 : 0;
    return element_error(element, cause.kind, err, "%.400s", text);
}
