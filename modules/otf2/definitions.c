/* Read the definitions of an archive: names, regions, locations,
 * communicators. */
#include "module.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define OK OTF2_CALLBACK_SUCCESS

static struct definition *definition_add(struct archive *archive,
                                         enum definition_kind kind, uint64_t id)
{
    struct definitions *list = &archive->of[kind];
    list->item =
        module_grow(list->item, &list->room, list->count, sizeof *list->item);
    struct definition *made = &list->item[list->count++];
    *made = (struct definition){.id = id, .rank = -1, .number = -1};
    return made;
}

static OTF2_CallbackCode definition_on_clock(void *arg, uint64_t resolution,
                                             uint64_t offset, uint64_t length,
                                             uint64_t date)
{
    (void)offset;
    (void)length;
    (void)date;
    ((struct archive *)arg)->resolution = resolution;
    return OK;
}

static OTF2_CallbackCode definition_on_string(void *arg, OTF2_StringRef self,
                                              const char *text)
{
    struct definition *made = definition_add(arg, DEFINED_STRING, self);
    made->text = strdup(text);
    if (!made->text)
        module_fail("no memory");
    return OK;
}

static enum region_kind region_kind_of(OTF2_RegionRole role,
                                       OTF2_Paradigm paradigm)
{
    static const OTF2_Paradigm calls[] = {
        OTF2_PARADIGM_MPI, OTF2_PARADIGM_SHMEM, OTF2_PARADIGM_GASPI,
        OTF2_PARADIGM_UPC, OTF2_PARADIGM_MEASUREMENT_SYSTEM};
    if (role == OTF2_REGION_ROLE_BARRIER ||
        role == OTF2_REGION_ROLE_IMPLICIT_BARRIER)
        return REGION_WAIT;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (paradigm == calls[i])
            return REGION_CALL;
    return REGION_USER;
}

static OTF2_CallbackCode
definition_on_region(void *arg, OTF2_RegionRef self, OTF2_StringRef name,
                     OTF2_StringRef canonical, OTF2_StringRef detail,
                     OTF2_RegionRole role, OTF2_Paradigm paradigm,
                     OTF2_RegionFlag flags, OTF2_StringRef source,
                     uint32_t first, uint32_t last)
{
    (void)flags;
    (void)source;
    (void)first;
    (void)last;
    struct definition *made = definition_add(arg, DEFINED_REGION, self);
    made->name = name != OTF2_UNDEFINED_STRING ? name : canonical;
    made->detail = detail;
    made->region = (uint8_t)region_kind_of(role, paradigm);
    return OK;
}

static OTF2_CallbackCode
definition_on_group(void *arg, OTF2_GroupRef self, OTF2_StringRef name,
                    OTF2_GroupType type, OTF2_Paradigm paradigm,
                    OTF2_GroupFlag flags, uint32_t members,
                    const uint64_t *member)
{
    (void)name;
    (void)flags;
    struct archive *archive = arg;
    struct definition *made = definition_add(archive, DEFINED_GROUP, self);
    made->member = malloc((members + (size_t)1) * sizeof *member);
    if (!made->member)
        module_fail("no memory");
    if (members)
        memcpy(made->member, member, members * sizeof *member);
    made->members = members;
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS && paradigm == OTF2_PARADIGM_MPI)
        archive->ranks = self;
    return OK;
}

static OTF2_CallbackCode definition_on_comm(void *arg, OTF2_CommRef self,
                                            OTF2_StringRef name,
                                            OTF2_GroupRef group,
                                            OTF2_CommRef parent,
                                            OTF2_CommFlag flags)
{
    (void)name;
    (void)parent;
    (void)flags;
    struct definition *made = definition_add(arg, DEFINED_COMM, self);
    made->of = made->other = group;
    return OK;
}

static OTF2_CallbackCode
definition_on_inter_comm(void *arg, OTF2_CommRef self, OTF2_StringRef name,
                         OTF2_GroupRef a, OTF2_GroupRef b, OTF2_CommRef common,
                         OTF2_CommFlag flags)
{
    (void)name;
    (void)common;
    (void)flags;
    struct definition *made = definition_add(arg, DEFINED_COMM, self);
    made->of = a;
    made->other = b;
    return OK;
}

static OTF2_CallbackCode
definition_on_place(void *arg, OTF2_LocationGroupRef self, OTF2_StringRef name,
                    OTF2_LocationGroupType type, OTF2_SystemTreeNodeRef parent,
                    OTF2_LocationGroupRef creator)
{
    (void)type;
    (void)parent;
    (void)creator;
    definition_add(arg, DEFINED_PLACE, self)->name = name;
    return OK;
}

static OTF2_CallbackCode
definition_on_location(void *arg, OTF2_LocationRef self, OTF2_StringRef name,
                       OTF2_LocationType type, uint64_t events,
                       OTF2_LocationGroupRef group)
{
    (void)events;
    /* a metric location has counters of a whole machine instead of events */
    if (type == OTF2_LOCATION_TYPE_METRIC)
        return OK;
    struct definition *made = definition_add(arg, DEFINED_LOCATION, self);
    made->name = name;
    made->of = group;
    return OK;
}

static OTF2_CallbackCode definition_on_property(void *arg,
                                                OTF2_SystemTreeNodeRef node,
                                                OTF2_StringRef name,
                                                OTF2_Type type,
                                                OTF2_AttributeValue value)
{
    struct archive *archive = arg;
    struct definition *made =
        definition_add(archive, DEFINED_PROPERTY, (uint64_t)node);
    made->name = name;
    made->of =
        type == OTF2_TYPE_STRING ? value.stringRef : OTF2_UNDEFINED_STRING;
    return OK;
}

/* ---- when all definitions have been read ---- */

static int definition_compare(const void *a, const void *b)
{
    const struct definition *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

struct definition *definition_find(const struct definitions *list, uint64_t id)
{
    const struct definition key = {.id = id};
    return list->count ? bsearch(&key, list->item, list->count, sizeof key,
                                 definition_compare)
                       : NULL;
}

const char *definition_text(const struct archive *archive, uint32_t string)
{
    const struct definition *found =
        definition_find(&archive->of[DEFINED_STRING], string);
    return found ? found->text : "";
}

/* Compare two locations by process, then by thread. */
static int location_compare(const void *a, const void *b)
{
    const struct definition *x = *(struct definition *const *)a,
                            *y = *(struct definition *const *)b;
    if (x->of != y->of)
        return x->of < y->of ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

static void number_locations(struct archive *archive)
{
    const struct definitions *list = &archive->of[DEFINED_LOCATION];
    if (!list->count)
        module_fail("the archive has no locations");
    if (list->count > 1 << 20)
        module_fail("the archive has more than 1048576 locations");
    archive->processors = (int32_t)list->count;
    archive->processor = calloc(list->count, sizeof *archive->processor);
    if (!archive->processor)
        module_fail("no memory");
    for (size_t i = 0; i < list->count; i++)
        archive->processor[i] = &list->item[i];
    qsort(archive->processor, list->count, sizeof *archive->processor,
          location_compare);
    for (int32_t i = 0; i < archive->processors; i++)
        archive->processor[i]->rank = i;
}

static const struct archive *naming; /* archive whose names region_compare()
                                        looks up */

static int region_compare(const void *a, const void *b)
{
    const struct definition *x = *(struct definition *const *)a,
                            *y = *(struct definition *const *)b;
    int order = strcmp(definition_text(naming, x->name),
                       definition_text(naming, y->name));
    return order ? order : definition_compare(x, y);
}

/* Join the regions that have the same name: they are the same task. */
static void join_regions(struct archive *archive)
{
    struct definitions *list = &archive->of[DEFINED_REGION];
    struct definition **region = calloc(list->count + 1, sizeof *region);
    if (!region)
        module_fail("no memory");
    for (size_t i = 0; i < list->count; i++)
        region[i] = &list->item[i];
    naming = archive;
    qsort(region, list->count, sizeof *region, region_compare);
    for (size_t i = 0; i < list->count; i++) {
        const struct definition *last = i ? region[i - 1] : NULL;
        bool same = last && !strcmp(definition_text(archive, last->name),
                                    definition_text(archive, region[i]->name));
        region[i]->same = same ? last->same : (size_t)(region[i] - list->item);
    }
    free(region);
}

/* Find the regions of weft's own archives. */
static void find_own(struct archive *archive)
{
    struct definitions *list = &archive->of[DEFINED_REGION];
    for (size_t i = 0; i < list->count && archive->own; i++) {
        const char *word = definition_text(archive, list->item[i].detail);
        size_t begin = sizeof OWN_REGION - 1;
        if (strncmp(word, OWN_REGION, begin) != 0)
            continue;
        word += begin;
        size_t length = strcspn(word, " ");
        for (uint8_t kind = 0; kind < WEFT_EVENT_KINDS; kind++)
            if (strlen(weft_event_names[kind]) == length &&
                !strncmp(word, weft_event_names[kind], length)) {
                list->item[i].region = REGION_OWN;
                list->item[i].kind = kind;
                list->item[i].number = atoi(word + length);
            }
    }
}

/* Find the parameters in weft's own archives. */
static void find_parameters(struct archive *archive)
{
    const struct definitions *list = &archive->of[DEFINED_PROPERTY];
    for (size_t i = 0; i < list->count; i++) {
        const char *name = definition_text(archive, list->item[i].name);
        const char *value = definition_text(archive, list->item[i].of);
        size_t begin = sizeof OWN_PARAMETER - 1;
        if (strncmp(name, OWN_PARAMETER, begin) != 0)
            continue;
        archive->own = true;
        bool unit = !strcmp(name, OWN_UNIT), step = !strcmp(name, OWN_STEP);
        if (unit)
            archive->own_unit = strtoull(value, NULL, 10);
        if (step)
            archive->own_step = strtoull(value, NULL, 10);
        if (unit || step)
            continue;
        archive->parameter =
            module_grow(archive->parameter, &archive->parameter_room,
                        archive->parameters, sizeof *archive->parameter);
        archive->parameter[archive->parameters++] =
            (struct weft_parameter){name + begin, value};
    }
}

int32_t definition_rank(const struct archive *archive, uint32_t comm,
                        uint32_t rank, int32_t seen_by)
{
    const struct definitions *groups = &archive->of[DEFINED_GROUP];
    const struct definition *found =
        definition_find(&archive->of[DEFINED_COMM], comm);
    const struct definition *all = definition_find(groups, archive->ranks);
    const struct definition *group =
        found ? definition_find(groups, found->of) : NULL;
    if (!all || !group)
        return -1;
    if (found->of != found->other) { /* the rank is in the other group */
        bool inside = false;
        for (size_t i = 0; i < group->members && !inside; i++)
            inside = group->member[i] < all->members &&
                     all->member[group->member[i]] ==
                         archive->processor[seen_by]->id;
        group = inside ? definition_find(groups, found->other) : group;
    }
    if (!group || rank >= group->members || group->member[rank] >= all->members)
        return -1;
    const struct definition *location = definition_find(
        &archive->of[DEFINED_LOCATION], all->member[group->member[rank]]);
    return location ? location->rank : -1;
}

int32_t definition_task(struct archive *archive,
                        const struct definition *region)
{
    static const struct {
        const char *name; /* rest of the name after "MPI_" */
        enum weft_task_call task;
    } calls[] = {
        {"barrier", WEFT_TASK_BARRIER},
        {"bcast", WEFT_TASK_BROADCAST},
        {"gather", WEFT_TASK_GATHER},
        {"scatter", WEFT_TASK_SCATTER},
        {"reduce_scatter", WEFT_TASK_REDUCE_SCATTER},
        {"reduce", WEFT_TASK_REDUCE},
        {"allgather", WEFT_TASK_ALLGATHER},
        {"allreduce", WEFT_TASK_ALLREDUCE},
        {"alltoall", WEFT_TASK_ALLTOALL},
        {"scan", WEFT_TASK_SCAN},
        {"exscan", WEFT_TASK_COLLECTIVE},
    };
    const char *name = definition_text(archive, region->name);
    bool mpi = region->region != REGION_USER && !strncmp(name, "MPI_", 4);
    for (size_t i = 0; mpi && i < sizeof calls / sizeof *calls; i++)
        if (!strncasecmp(name + 4, calls[i].name, strlen(calls[i].name)) &&
            !strstr(name, "_local"))
            return calls[i].task;
    return archive->numbers++;
}

void definitions_read(struct archive *archive)
{
    uint64_t count;
    OTF2_GlobalDefReader *reader =
        OTF2_Reader_GetGlobalDefReader(archive->reader);
    OTF2_GlobalDefReaderCallbacks *on = OTF2_GlobalDefReaderCallbacks_New();
    if (!reader || !on)
        module_fail("the definitions cannot be read");
#define SET(what, function)                                                    \
    OTF2_GlobalDefReaderCallbacks_Set##what##Callback(on, function)
    SET(ClockProperties, definition_on_clock);
    SET(String, definition_on_string);
    SET(Region, definition_on_region);
    SET(Group, definition_on_group);
    SET(Comm, definition_on_comm);
    SET(InterComm, definition_on_inter_comm);
    SET(LocationGroup, definition_on_place);
    SET(Location, definition_on_location);
    SET(SystemTreeNodeProperty, definition_on_property);
    OTF2_Reader_RegisterGlobalDefCallbacks(archive->reader, reader, on,
                                           archive);
    module_check(
        OTF2_Reader_ReadAllGlobalDefinitions(archive->reader, reader, &count),
        "the definitions are damaged");
    OTF2_GlobalDefReaderCallbacks_Delete(on);
    for (int kind = 0; kind < DEFINED_KINDS; kind++)
        if (archive->of[kind].count && kind != DEFINED_PROPERTY)
            qsort(archive->of[kind].item, archive->of[kind].count,
                  sizeof *archive->of[kind].item, definition_compare);
    number_locations(archive);
    find_parameters(archive);
    find_own(archive);
    join_regions(archive);
}
