/* Reads the settings of an item: attributes of its element, and elements
 * `setting` for the settings of a plug-in's problem. */
#include "base/base.h"
#include "experiment/general.h"
#include "reading.h"

#include <string.h>

int attribute_take(struct reading *r, const xmlNode *element, const char *name,
                   const char **text)
{
    *text = NULL;
    if (!xmlHasNsProp((xmlNodePtr)element, (const xmlChar *)name, NULL))
        return 0;
    xmlChar *value = xmlGetNoNsProp((xmlNodePtr)element, (const xmlChar *)name);
    if (!value) /* out of memory, because the attribute exists */
        return reading_no_memory(r);
    *text = owned_text(r->owned, (char *)value, strlen((char *)value));
    xmlFree(value);
    if (!*text)
        return reading_no_memory(r);
    if (!text_is_plain(*text))
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "attribute '%s' holds a control character", name);
    return 0;
}

/* Add a setting with the value `text`. */
static int add_setting(struct reading *r, const xmlNode *element,
                       const struct weft_setting *setting, const char *text)
{
    struct weft_item *item = r->item;
    const char *value = value_path(r, element, setting->name, text);
    if (!value)
        return -1;
    if (weft_experiment_set(&item->experiment, setting->name, value, r->err))
        return element_blame(element, r->err);
    item->parameter[item->parameters++] =
        (struct weft_parameter){setting->name, text};
    return 0;
}

static bool is_general(const char *name)
{
    for (size_t i = 0; general_settings[i]; i++)
        if (!strcmp(general_settings[i]->name, name))
            return strcmp(name, "strategy") != 0;
    return false;
}

/* Check that a setting is allowed: a schedule replaces the strategy and its
 * settings. */
static int check_setting(struct reading *r, const xmlNode *element,
                         const char *name)
{
    if (r->item->schedule && !is_general(name))
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "%s does not apply to a schedule", name);
    if (weft_setting_check(name, r->item->experiment.problem, r->err))
        return element_blame(element, r->err);
    return 0;
}

/* Read what is to be run: a problem, or a schedule with a problem, with a goal,
 * or with neither. */
static int choices_take_problem(struct reading *r, const xmlNode *element)
{
    const char *problem, *schedule, *goal;
    if (attribute_take(r, element, "problem", &problem) ||
        attribute_take(r, element, "schedule", &schedule) ||
        attribute_take(r, element, "goal", &goal))
        return -1;
    if (!problem && !schedule)
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "expected an attribute 'problem' or 'schedule'");
    if (goal && (problem || !schedule))
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "a goal is for a schedule without a problem");
    if (problem && !(problem = value_problem(r, element, problem)))
        return -1;
    r->item->experiment = weft_experiment_default(problem);
    return 0;
}

/* Set the path of the file that the element names, if any. */
static int take_file(struct reading *r, const xmlNode *element,
                     const char *name, const char **path)
{
    struct weft_item *item = r->item;
    const char *text;
    if (attribute_take(r, element, name, &text))
        return -1;
    if (!text)
        return 0;
    item->parameter[item->parameters++] = (struct weft_parameter){name, text};
    *path = value_path(r, element, name, text);
    return *path ? 0 : -1;
}

static int take_choices(struct reading *r, const xmlNode *element)
{
    const char *text;
    for (size_t i = 0; weft_setting(i); i++) {
        if (attribute_take(r, element, weft_setting(i)->name, &text))
            return -1;
        if (text && (add_setting(r, element, weft_setting(i), text) ||
                     check_setting(r, element, weft_setting(i)->name)))
            return -1;
    }
    if (experiment_words(&r->item->experiment, r->err))
        return element_blame(element, r->err);
    return 0;
}

int take_settings(struct reading *r, const xmlNode *element)
{
    struct weft_item *item = r->item;
    size_t count = 2; /* two files come before the settings */
    if (choices_take_problem(r, element))
        return -1;
    while (weft_setting(count - 2)) /* plug-ins may have added settings */
        count++;
    item->parameter = owned_memory(r->owned, count, sizeof *item->parameter);
    if (!item->parameter)
        return reading_no_memory(r);
    if (take_file(r, element, "schedule", &item->schedule) ||
        take_file(r, element, "goal", &item->goal))
        return -1;
    return take_choices(r, element);
}

bool is_said(const struct weft_item *item, const char *setting)
{
    for (size_t i = 0; i < item->parameters; i++)
        if (strcmp(item->parameter[i].key, setting) == 0)
            return true;
    for (size_t i = 0; i < item->ranges; i++)
        if (strcmp(item->range[i].setting, setting) == 0)
            return true;
    return false;
}

static const char *choices_setting_name(size_t i)
{
    return weft_setting(i) ? weft_setting(i)->name : NULL;
}

const struct weft_setting *
setting_named(struct reading *r, const xmlNode *element, const char *name)
{
    for (size_t i = 0; weft_setting(i); i++)
        if (!strcmp(weft_setting(i)->name, name))
            return weft_setting(i);
    weft_unknown(r->err, "setting", name, choices_setting_name);
    element_blame(element, r->err);
    return NULL;
}

int setting_read(struct reading *r, const xmlNode *element)
{
    const char *name, *value;
    if (attribute_take(r, element, "name", &name) ||
        attribute_take(r, element, "value", &value))
        return -1;
    const struct weft_setting *setting = setting_named(r, element, name);
    if (!setting || check_setting(r, element, name))
        return -1;
    if (is_said(r->item, name))
        return element_error(element, WEFT_ERROR_MISUSE, r->err,
                             "%s is given twice", name);
    if (add_setting(r, element, setting, value))
        return -1;
    if (experiment_words(&r->item->experiment, r->err))
        return element_blame(element, r->err);
    return 0;
}
