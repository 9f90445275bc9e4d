/* Groups, attributes, info objects and error codes. */
#include "mpi-rank.h"

TestSuite(mpi_groups, .timeout = 30);

static unsigned mpi_groups_state = 7;

static int mpi_groups_pick(int below)
{
    mpi_groups_state = mpi_groups_state * 1664525u + 1013904223u;
    return (int)((mpi_groups_state >> 8) % (unsigned)below);
}

#define WORLD 12

/* Return a random group of some processes in any order. */
static MPI_Group some(int members[], int *count)
{
    MPI_Group world, group;
    int all[WORLD];
    for (int i = 0; i < WORLD; i++)
        all[i] = i;
    for (int i = WORLD - 1; i > 0; i--) {
        int k = mpi_groups_pick(i + 1), keep = all[i];
        all[i] = all[k];
        all[k] = keep;
    }
    *count = mpi_groups_pick(WORLD + 1);
    memcpy(members, all, sizeof all);
    cr_assert_eq(MPI_Comm_group(MPI_COMM_WORLD, &world), MPI_SUCCESS);
    cr_assert_eq(MPI_Group_incl(world, *count, all, &group), MPI_SUCCESS);
    MPI_Group_free(&world);
    return group;
}

static void is(MPI_Group group, const int want[], int count)
{
    const struct group *g = group_of(&test_rank, group);
    cr_assert_eq(g->size, count);
    for (int i = 0; i < count; i++)
        cr_assert_eq(g->world[i], want[i]);
    if (count == 0)
        cr_assert_eq(group, MPI_GROUP_EMPTY);
}

static bool among(int member, const int members[], int count)
{
    for (int i = 0; i < count; i++)
        if (members[i] == member)
            return true;
    return false;
}

static void sets(void)
{
    int a[WORLD], b[WORLD], want[2 * WORLD] = {0}, na, nb, n;
    MPI_Group one = some(a, &na), other = some(b, &nb), made;
    n = 0;
    for (int i = 0; i < na; i++)
        if (among(a[i], b, nb))
            want[n++] = a[i];
    MPI_Group_intersection(one, other, &made);
    is(made, want, n);
    MPI_Group_free(&made);
    n = 0;
    for (int i = 0; i < na; i++)
        if (!among(a[i], b, nb))
            want[n++] = a[i];
    MPI_Group_difference(one, other, &made);
    is(made, want, n);
    MPI_Group_free(&made);
    memcpy(want, a, sizeof a);
    n = na;
    for (int i = 0; i < nb; i++)
        if (!among(b[i], a, na))
            want[n++] = b[i];
    MPI_Group_union(one, other, &made);
    is(made, want, n);
    int result, places[WORLD], found[WORLD];
    for (int i = 0; i < na; i++)
        places[i] = i;
    MPI_Group_translate_ranks(one, na, places, other, found);
    for (int i = 0; i < na; i++)
        cr_assert_eq(found[i] == MPI_UNDEFINED, !among(a[i], b, nb));
    for (int i = 0; i < na; i++)
        if (found[i] != MPI_UNDEFINED)
            cr_assert_eq(b[found[i]], a[i]);
    MPI_Group_compare(one, other, &result);
    bool same = na == nb && memcmp(a, b, (size_t)na * sizeof *a) == 0;
    bool similar = na == nb;
    for (int i = 0; i < na; i++)
        similar &= among(a[i], b, nb);
    cr_assert_eq(result, same      ? MPI_IDENT
                         : similar ? MPI_SIMILAR
                                   : MPI_UNEQUAL);
    MPI_Group_free(&made);
    MPI_Group_free(&one);
    MPI_Group_free(&other);
}

Test(mpi_groups, are_sets_with_an_order)
{
    world_of(WORLD, 3);
    long before = test_allocations;
    for (int i = 0; i < 500; i++)
        sets();
    /* the table of handles may have grown */
    int rows = test_allocations > before ? 1 : 0;
    cr_assert_leq(test_allocations - before, rows);
}

Test(mpi_groups, of_ranges_and_of_all_but_some)
{
    MPI_Group world, made;
    int ranges[][3] = {{1, 9, 4}, {8, 6, -2}, {11, 11, 5}};
    world_of(WORLD, 3);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    cr_assert_eq(MPI_Group_range_incl(world, 3, ranges, &made), MPI_SUCCESS);
    is(made, (int[]){1, 5, 9, 8, 6, 11}, 6);
    MPI_Group_free(&made);
    cr_assert_eq(MPI_Group_range_excl(world, 3, ranges, &made), MPI_SUCCESS);
    is(made, (int[]){0, 2, 3, 4, 7, 10}, 6);
    MPI_Group_free(&made);
    cr_assert_eq(MPI_Group_excl(world, 2, (int[]){11, 0}, &made), MPI_SUCCESS);
    is(made, (int[]){1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 10);
    int rank;
    MPI_Group_rank(made, &rank);
    cr_assert_eq(rank, 2);
    MPI_Group_free(&made);
    cr_assert_eq(made, MPI_GROUP_NULL);
    cr_assert_eq(MPI_Group_incl(world, 2, (int[]){4, 4}, &made), MPI_ERR_RANK);
    cr_assert_eq(MPI_Group_incl(world, 1, (int[]){WORLD}, &made), MPI_ERR_RANK);
    ranges[0][2] = 0;
    cr_assert_eq(MPI_Group_range_incl(world, 1, ranges, &made), MPI_ERR_ARG);
    cr_assert_eq(MPI_Group_size(MPI_GROUP_NULL, &rank), MPI_ERR_GROUP);
    MPI_Group gone = world;
    MPI_Group_free(&world);
    cr_assert_eq(MPI_Group_size(gone, &rank), MPI_ERR_GROUP);
    cr_assert(strstr(test_text, "may have been freed"), "%s", test_text);
}

static int mpi_groups_copies, deletions, mpi_groups_refuse;

static int on_copy(MPI_Datatype old, int keyval, void *extra, void *in,
                   void *out, int *flag)
{
    (void)old, (void)keyval;
    mpi_groups_copies++;
    *(long *)out = (long)in + *(int *)extra;
    *flag = (long)in != 13;
    return mpi_groups_refuse ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int on_delete(MPI_Datatype type, int keyval, void *value, void *extra)
{
    (void)type, (void)keyval, (void)value, (void)extra;
    deletions++;
    return MPI_SUCCESS;
}

Test(mpi_groups, attributes_are_copied_and_deleted_by_the_program)
{
    MPI_Datatype type, copy;
    int keyval, other, as_is, flag, extra = 100;
    void *value;
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_create_keyval(on_copy, on_delete, &keyval, &extra);
    MPI_Type_create_keyval(on_copy, on_delete, &other, &extra);
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &as_is,
                           NULL);
    MPI_Type_set_attr(type, keyval, (void *)5l);
    MPI_Type_set_attr(type, other, (void *)13l);
    MPI_Type_set_attr(type, as_is, (void *)77l);
    MPI_Type_set_attr(type, keyval, (void *)6l);
    cr_assert_eq(deletions, 1);
    cr_assert_eq(MPI_Type_dup(type, &copy), MPI_SUCCESS);
    cr_assert_eq(mpi_groups_copies, 2);
    MPI_Type_get_attr(copy, keyval, &value, &flag);
    cr_assert(flag && (long)value == 106);
    MPI_Type_get_attr(copy, other, &value, &flag);
    cr_assert(!flag);
    MPI_Type_get_attr(copy, as_is, &value, &flag);
    cr_assert(flag && (long)value == 77);
    int gone = keyval;
    MPI_Type_free_keyval(&keyval);
    cr_assert_eq(keyval, MPI_KEYVAL_INVALID);
    MPI_Type_get_attr(copy, gone, &value, &flag);
    cr_assert(flag && (long)value == 106);
    MPI_Type_free(&copy);
    cr_assert_eq(deletions, 2);
    mpi_groups_refuse = 1;
    cr_assert_eq(MPI_Type_dup(type, &copy), MPI_ERR_OTHER);
    cr_assert_eq(copy, MPI_DATATYPE_NULL);
    MPI_Type_set_attr(MPI_INT, as_is, (void *)8l);
    MPI_Type_get_attr(MPI_INT, as_is, &value, &flag);
    cr_assert(flag && (long)value == 8);
    MPI_Type_get_attr(MPI_LONG, as_is, &value, &flag);
    cr_assert(!flag);
    /* deleting the last attribute of a freed keyval deletes the keyval */
    cr_assert_eq(MPI_Type_delete_attr(type, gone), MPI_SUCCESS);
    cr_assert_eq(MPI_Type_get_attr(type, gone, &value, &flag), MPI_ERR_KEYVAL);
}

Test(mpi_groups, predefined_attributes)
{
    int *value, flag, code;
    world_of(WORLD, 3);
    const struct {
        int keyval, value;
    } rows[] = {{MPI_TAG_UB, (1 << 30) - 1},
                {MPI_UNIVERSE_SIZE, WORLD},
                {MPI_WTIME_IS_GLOBAL, 1},
                {MPI_LASTUSEDCODE, MPI_ERR_LASTCODE},
                {MPI_KEYVAL_INVALID, 0}};
    for (int i = 0; rows[i].keyval != MPI_KEYVAL_INVALID; i++) {
        cr_assert_eq(
            MPI_Comm_get_attr(MPI_COMM_WORLD, rows[i].keyval, &value, &flag),
            MPI_SUCCESS);
        cr_assert(flag && *value == rows[i].value);
        cr_assert_eq(MPI_Comm_set_attr(MPI_COMM_WORLD, rows[i].keyval, NULL),
                     MPI_ERR_KEYVAL);
    }
    MPI_Add_error_class(&code);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag);
    cr_assert(*value == code && code > MPI_ERR_LASTCODE);
}

Test(mpi_groups, error_codes_and_texts)
{
    int class, code, of, length;
    char text[MPI_MAX_ERROR_STRING];
    for (int i = 0; i <= MPI_T_ERR_NOT_ACCESSIBLE; i++) {
        cr_assert_eq(MPI_Error_class(i, &of), MPI_SUCCESS);
        cr_assert_eq(of, i);
        MPI_Error_string(i, text, &length);
        cr_assert(length > 10 && (size_t)length == strlen(text));
    }
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_code(MPI_ERR_TAG, &of);
    MPI_Error_class(of, &of);
    cr_assert_eq(of, MPI_ERR_TAG);
    MPI_Error_class(code, &of);
    cr_assert_eq(of, class);
    MPI_Add_error_string(code, "no more tea");
    MPI_Error_string(code, text, &length);
    cr_assert_str_eq(text, "no more tea");
    cr_assert_eq(MPI_Add_error_string(MPI_ERR_TAG, "x"), MPI_ERR_ARG);
    cr_assert_eq(MPI_Error_class(-3, &of), MPI_ERR_ARG);
}

Test(mpi_groups, info_keeps_its_order)
{
    MPI_Info info, copy;
    int count, flag, length = 3;
    char key[MPI_MAX_INFO_KEY], value[20];
    MPI_Info_create(&info);
    MPI_Info_set(info, "first", "1");
    MPI_Info_set(info, "second", "22");
    MPI_Info_set(info, "third", "333");
    MPI_Info_set(info, "second", "two");
    MPI_Info_delete(info, "first");
    MPI_Info_dup(info, &copy);
    MPI_Info_free(&info);
    cr_assert_eq(info, MPI_INFO_NULL);
    MPI_Info_get_nkeys(copy, &count);
    cr_assert_eq(count, 2);
    MPI_Info_get_nthkey(copy, 0, key);
    cr_assert_str_eq(key, "second");
    MPI_Info_get(copy, "third", 2, value, &flag);
    cr_assert(flag && strcmp(value, "33") == 0);
    MPI_Info_get_string(copy, "third", &length, value, &flag);
    cr_assert(flag && length == 4 && strcmp(value, "33") == 0);
    MPI_Info_get(copy, "fourth", 5, value, &flag);
    cr_assert(!flag);
    cr_assert_eq(MPI_Info_delete(copy, "fourth"), MPI_ERR_INFO_NOKEY);
    cr_assert_eq(MPI_Info_set(copy, "", "x"), MPI_ERR_INFO_KEY);
    cr_assert_eq(MPI_Info_get_nthkey(copy, 2, key), MPI_ERR_ARG);
}
