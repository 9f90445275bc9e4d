/* Reads the header of a paje file. It defines numbers for the kinds of records,
 * and the order of their fields. */
#include "paje-file.h"

#include "base/base.h"

#include <string.h>

#define PAJE_HEADER_BLANKS " \t\r"

/* Return the meaning of a field. Some fields have other names in older
 * files. */
static enum paje_field header_field(const char *name)
{
    static const struct {
        const char *name;
        enum paje_field field;
    } fields[] = {
        {"Alias", FIELD_ALIAS},
        {"Name", FIELD_NAME},
        {"Type", FIELD_TYPE},
        {"ContainerType", FIELD_TYPE},
        {"EntityType", FIELD_TYPE},
        {"Container", FIELD_CONTAINER},
        {"Time", FIELD_TIME},
        {"Value", FIELD_VALUE},
        {"Key", FIELD_KEY},
        {"StartContainer", FIELD_FROM},
        {"SourceContainer", FIELD_FROM},
        {"EndContainer", FIELD_TO},
        {"DestContainer", FIELD_TO},
        {"Size", FIELD_SIZE},
        {"Duration", FIELD_DURATION},
        {"Items", FIELD_ITEMS},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strcmp(fields[i].name, name))
            return fields[i].field;
    return FIELD_OTHER;
}

const struct paje_definition *paje_find(const struct paje_reader *reader,
                                        char *id)
{
    const struct numbered_text *found = text_table_find(&reader->ids.table, id);
    return found ? &reader->definition[found->number - 1] : NULL;
}

static const char *header_define(struct paje_reader *reader, char **rest)
{
    const char *name = strtok_r(NULL, PAJE_HEADER_BLANKS, rest);
    const char *id = strtok_r(NULL, PAJE_HEADER_BLANKS, rest);
    if (!name || !id)
        return "%EventDef needs the name of an event and its number";
    int64_t number = texts_number(&reader->ids, id);
    if (number < 0 ||
        array_grow(&reader->definition, &reader->definition_capacity,
                   reader->ids.count, sizeof *reader->definition)) {
        reader->starved = true;
        return NULL;
    }
    reader->open = &reader->definition[number];
    *reader->open = (struct paje_definition){0};
    for (const struct paje_record *r = paje_records; r->name; r++)
        if (!strcmp(r->name, name))
            reader->open->record = r;
    return NULL;
}

const char *paje_header(struct paje_reader *reader, char *line)
{
    char *rest;
    const char *word = strtok_r(line + 1, PAJE_HEADER_BLANKS, &rest);
    if (!word)
        return NULL;
    if (!strcmp(word, "EventDef"))
        return header_define(reader, &rest);
    if (!strcmp(word, "EndEventDef")) {
        reader->open = NULL;
        return NULL;
    }
    if (!reader->open)
        return "a field outside of %EventDef";
    if (reader->open->fields == PAJE_FIELDS_MAX)
        return "an event with more than 64 fields";
    reader->open->field[reader->open->fields++] = (uint8_t)header_field(word);
    return NULL;
}
