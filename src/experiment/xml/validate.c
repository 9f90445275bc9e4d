/* Parses a file and validates it against the schema.
 *
 * The file may be untrusted. A DOCTYPE ends the parsing at once, so that no
 * entity is declared, no DTD is loaded and no entity expansion attack is
 * possible; nothing is fetched, and libxml2's own limits remain in force. The
 * schema decides whether a file is valid. Since the messages of RELAX NG
 * validators rarely state what is expected, explain.c searches for the reason;
 * the validator's message is used if it finds none. */
#include "experiment.h"

#include "base/tags.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/relaxng.h>
#include <string.h>

extern const char experiment_schema_text[];

const char *weft_experiment_schema(void)
{
    return experiment_schema_text;
}

/* Store the first error that libxml2 reports. */
static void keep_first(struct weft_error *err, const xmlError *error)
{
    if (error && error->code == XML_ERR_NO_MEMORY) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return;
    }
    if (err->text[0] || !error || !error->message)
        return;
    size_t length = strcspn(error->message, "\n");
    weft_error_set(err, WEFT_ERROR_FORMAT,
                   error->line > 0 ? (unsigned)error->line : 0, "%.*s",
                   length < 300 ? (int)length : 300, error->message);
}

static void parser_error(void *arg, xmlErrorPtr error)
{
    xmlParserCtxtPtr parser = arg;
    if (error->level > XML_ERR_WARNING)
        keep_first(parser->_private, error);
}

static void refuse_doctype(void *arg, const xmlChar *name,
                           const xmlChar *external, const xmlChar *system)
{
    xmlParserCtxtPtr parser = arg;
    struct weft_error *err = parser->_private;
    (void)name, (void)external, (void)system;
    if (!err->text[0])
        weft_error_set(err, WEFT_ERROR_FORMAT, (unsigned)parser->input->line,
                       "a DOCTYPE is not allowed in an experiment");
    xmlStopParser(parser);
}

static void refuse_tags(const struct tags *tags, struct weft_error *err)
{
    if (!err->text[0])
        weft_error_set(err, WEFT_ERROR_LIMIT, tags->line, "%s",
                       tags_excess(tags));
}

/* Handle the start of an element. The limits are checked here for encodings
 * that tags_count() cannot read, before libxml2 appends the attributes to the
 * tree, which takes much longer than comparing them. */
static void start_element(void *arg, const xmlChar *name, const xmlChar *prefix,
                          const xmlChar *uri, int namespaces,
                          const xmlChar **namespace, int attributes,
                          int defaulted, const xmlChar **attribute)
{
    xmlParserCtxtPtr parser = arg;
    const struct tags tags = {
        .line = (unsigned)parser->input->line,
        .attributes = attributes,
        /* this number includes the namespaces of enclosing elements */
        .namespaces = parser->nsNr / 2,
    };
    if (!tags_excess(&tags)) {
        xmlSAX2StartElementNs(arg, name, prefix, uri, namespaces, namespace,
                              attributes, defaulted, attribute);
        return;
    }
    refuse_tags(&tags, parser->_private);
    xmlStopParser(parser);
}

/* Parse a document. Return NULL with WEFT_ERROR_FORMAT or WEFT_ERROR_MEMORY. */
static xmlDocPtr validate_parse(const char *bytes, size_t count,
                                struct weft_error *err)
{
    *err = (struct weft_error){0};
    struct tags tags = {.line = 1};
    if (!tags_count(&tags, bytes, count)) {
        refuse_tags(&tags, err);
        return NULL;
    }
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (!parser) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    parser->_private = err;
    parser->sax->serror = parser_error;
    parser->sax->internalSubset = refuse_doctype;
    parser->sax->startElementNs = start_element;
    xmlDocPtr document =
        xmlCtxtReadMemory(parser, bytes, (int)count, NULL, NULL,
                          XML_PARSE_NONET | XML_PARSE_BIG_LINES);
    xmlFreeParserCtxt(parser);
    if (document && !err->text[0])
        return document;
    xmlFreeDoc(document);
    if (!err->text[0])
        weft_error_set(err, WEFT_ERROR_FORMAT, 0, "not an XML document");
    if (err->kind != WEFT_ERROR_MEMORY)
        err->kind = WEFT_ERROR_FORMAT;
    return NULL;
}

struct validate_judging {
    struct quiet *quiet;
    struct weft_error *err;
};

static void schema_error(void *arg, xmlErrorPtr error)
{
    const struct validate_judging *judging = arg;
    keep_first(judging->err, error);
    quiet_remember(judging->quiet, error);
}

/* Return 1 if the schema accepts the document, 0 if not, -1 if out of
 * memory. */
static int accepts(xmlRelaxNGPtr schema, xmlDocPtr document,
                   struct validate_judging *judging)
{
    xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt(schema);
    if (!context)
        return -1;
    xmlRelaxNGSetValidStructuredErrors(context, schema_error, judging);
    int status = xmlRelaxNGValidateDoc(context, document);
    xmlRelaxNGFreeValidCtxt(context);
    return status < 0 ? -1 : status == 0;
}

/* Like accepts(), with the schema as a document. */
static int verdict_of(xmlDocPtr schema_document, xmlDocPtr document,
                      struct validate_judging *judging)
{
    xmlRelaxNGPtr schema = NULL;
    xmlRelaxNGParserCtxtPtr context =
        xmlRelaxNGNewDocParserCtxt(schema_document);
    if (context)
        schema = xmlRelaxNGParse(context);
    xmlRelaxNGFreeParserCtxt(context);
    int verdict = schema ? accepts(schema, document, judging) : -1;
    xmlRelaxNGFree(schema);
    return verdict;
}

static int verdict_or_escape(xmlDocPtr schema_document, xmlDocPtr document,
                             struct validate_judging *judging)
{
    if (setjmp(judging->quiet->escape))
        return -1;
    judging->quiet->escapes = true;
    return verdict_of(schema_document, document, judging);
}

/* Validate a document. Return 0 if it is valid, otherwise -1 with the
 * reason. */
static int validate_judge(xmlDocPtr schema_document, xmlDocPtr document,
                          struct quiet *quiet, struct weft_error *err)
{
    struct validate_judging judging = {quiet, err};
    int verdict = verdict_or_escape(schema_document, document, &judging);
    quiet->escapes = false;
    if (verdict < 0 || quiet->memory)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (verdict)
        return 0;
    if (experiment_explain(schema_document, document, err) == 0)
        /* the text of the error remains the validator's message */
        err->kind = WEFT_ERROR_MISUSE;
    return -1;
}

xmlDocPtr experiment_document(const char *bytes, size_t count,
                              struct quiet *quiet, struct weft_error *err)
{
    xmlDocPtr document = validate_parse(bytes, count, err);
    if (!document)
        return NULL;
    xmlDocPtr schema = validate_parse(experiment_schema_text,
                                      strlen(experiment_schema_text), err);
    *err = (struct weft_error){0};
    int status = schema
                     ? validate_judge(schema, document, quiet, err)
                     : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    xmlFreeDoc(schema);
    if (status == 0)
        return document;
    xmlFreeDoc(document);
    return NULL;
}
