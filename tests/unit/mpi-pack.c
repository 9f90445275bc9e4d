/* Packing, external32, contents of datatypes and counts in statuses. */
#include "mpi-rank.h"
#include "mpi/data/basics.h"
#include <float.h>
#include <math.h>

TestSuite(mpi_pack, .timeout = 30);

/* The bytes given by the standard's table. */
Test(mpi_pack, external32_is_most_significant_byte_first)
{
    static const unsigned char want[] = {
        0xff, 0xfe,                         /* short -2 */
        0x01, 0x02, 0x03, 0x04,             /* int */
        0xff, 0xff, 0xff, 0xfd,             /* long -3, 4 bytes */
        0x3f, 0xc0, 0,    0,                /* float 1.5 */
        0xc0, 0x04, 0,    0,    0, 0, 0, 0, /* double -2.5 */
        0x40, 0x00, 0x80, 0,    0, 0, 0, 0,
        0,    0,    0,    0,    0, 0, 0, 0, /* long double 3 */
        0,    0x41,                         /* wchar_t */
    };
    const struct {
        MPI_Datatype type;
        const void *value;
    } rows[] = {
        {MPI_SHORT, &(short){-2}},
        {MPI_INT, &(int){0x01020304}},
        {MPI_LONG, &(long){-3}},
        {MPI_FLOAT, &(float){1.5f}},
        {MPI_DOUBLE, &(double){-2.5}},
        {MPI_LONG_DOUBLE, &(long double){3}},
        {MPI_WCHAR, L"A"},
    };
    unsigned char out[64];
    MPI_Aint at = 0, size;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MPI_Aint before = at;
        cr_assert_eq(MPI_Pack_external("external32", rows[i].value, 1,
                                       rows[i].type, out, sizeof out, &at),
                     MPI_SUCCESS, "%s", test_text);
        MPI_Pack_external_size("external32", 1, rows[i].type, &size);
        cr_assert_eq(at - before, size);
    }
    cr_assert_eq(at, (MPI_Aint)sizeof want);
    cr_assert_arr_eq(out, want, sizeof want);
    at = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        _Alignas(16) char back[16] = {0};
        int bytes;
        MPI_Type_size(rows[i].type, &bytes);
        cr_assert_eq(MPI_Unpack_external("external32", out, sizeof want, &at,
                                         back, 1, rows[i].type),
                     MPI_SUCCESS);
        /* the rest of a long double is padding */
        cr_assert_arr_eq(back, rows[i].value,
                         rows[i].type == MPI_LONG_DOUBLE ? 10 : bytes);
    }
    cr_assert_eq(MPI_Pack_external("native", out, 1, MPI_INT, out, 4, &at),
                 MPI_ERR_ARG);
}

Test(mpi_pack, external32_brings_every_type_back)
{
    for (int i = 1; i < basics_count; i++) {
        const struct type *type = &basics[i].type;
        _Alignas(16) unsigned char in[64], out[64], back[64];
        if (basics[i].form == FORM_LONG_DOUBLE ||
            basics[i].form == FORM_LONG_DOUBLE_COMPLEX ||
            basics[i].form == FORM_LONG_DOUBLE_INT)
            continue;
        for (size_t b = 0; b < sizeof in; b++)
            in[b] = back[b] = (unsigned char)(b * 5 + 1);
        if (type->size == 8 && basics[i].external == 4)
            /* a value that fits in 4 bytes */
            in[4] = in[5] = in[6] = in[7] = 0;
        if (basics[i].form == FORM_LONG_INT)
            in[4] = in[5] = in[6] = in[7] = 0;
        if (basics[i].type.handle == MPI_WCHAR)
            in[2] = in[3] = 0;
        memset(back, 0, (size_t)type->true_ub);
        MPI_Count bytes = type_external_size(type, 1);
        cr_assert_eq(type_pack_external(type, in, 1, out, bytes), bytes);
        cr_assert_eq(type_unpack_external(type, back, 1, out, bytes), bytes);
        for (int p = 0; p < (type->parts ? type->parts : 1); p++) {
            MPI_Aint at = type->parts ? type->part[p].at : 0;
            size_t size =
                (size_t)(type->parts ? type->part[p].type->size : type->size);
            cr_assert_arr_eq(back + at, in + at, size, "%s", basics[i].name);
        }
        if (bytes)
            cr_assert_eq(type_pack_external(type, in, 1, out, bytes - 1), -1);
    }
    const long double values[] = {0,        1,        -1.0L / 3, LDBL_MAX,
                                  LDBL_MIN, INFINITY, 1e-4940L,  -0.0L};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char out[16];
        long double back = 5;
        const struct type *type = type_of(&test_rank, MPI_LONG_DOUBLE);
        type_pack_external(type, &values[i], 1, out, 16);
        type_unpack_external(type, &back, 1, out, 16);
        cr_assert(back == values[i] && !signbit(back) == !signbit(values[i]));
    }
}

Test(mpi_pack, pieces_follow_one_another)
{
    char buffer[40];
    int position = 0, a = 5, back[3] = {0}, size;
    double b = 2.5, c;
    world_of(2, 0);
    MPI_Pack(&a, 1, MPI_INT, buffer, 40, &position, MPI_COMM_WORLD);
    cr_assert_eq(position, 4);
    MPI_Pack(&b, 1, MPI_DOUBLE, buffer, 40, &position, MPI_COMM_WORLD);
    MPI_Datatype type;
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    int spread[] = {7, 8, 9};
    cr_assert_eq(
        MPI_Pack(spread, 1, type, buffer, 40, &position, MPI_COMM_WORLD),
        MPI_ERR_TYPE);
    MPI_Type_commit(&type);
    MPI_Pack(spread, 1, type, buffer, 40, &position, MPI_COMM_WORLD);
    MPI_Pack_size(1, type, MPI_COMM_WORLD, &size);
    cr_assert(size == 8 && position == 20);
    position = 0;
    MPI_Unpack(buffer, 40, &position, &a, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(buffer, 40, &position, &c, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Unpack(buffer, 40, &position, back, 1, type, MPI_COMM_WORLD);
    cr_assert(a == 5 && c == 2.5 && back[0] == 7 && back[1] == 0 &&
              back[2] == 9);
    cr_assert_eq(
        MPI_Pack(spread, 6, MPI_INT, buffer, 40, &position, MPI_COMM_WORLD),
        MPI_ERR_ARG);
    cr_assert_eq(position, 20);
    cr_assert_eq(
        MPI_Pack(NULL, 1, MPI_INT, buffer, 40, &position, MPI_COMM_WORLD),
        MPI_ERR_BUFFER);
    MPI_Type_free(&type);
}

Test(mpi_pack, contents_are_the_arguments)
{
    MPI_Datatype type, types[2] = {MPI_INT, MPI_DOUBLE}, of[2];
    int lengths[] = {1, 2}, integers[9], counts[3], combiner;
    MPI_Aint places[] = {0, 8}, addresses[2];
    MPI_Count large[3];
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_get_envelope(type, &counts[0], &counts[1], &counts[2], &combiner);
    cr_assert(counts[0] == 3 && counts[1] == 2 && counts[2] == 2 &&
              combiner == MPI_COMBINER_STRUCT);
    MPI_Type_get_contents(type, 9, 2, 2, integers, addresses, of);
    cr_assert(integers[0] == 2 && integers[1] == 1 && integers[2] == 2);
    cr_assert(addresses[1] == 8 && of[0] == MPI_INT && of[1] == MPI_DOUBLE);
    cr_assert_eq(MPI_Type_get_contents(type, 2, 2, 2, integers, addresses, of),
                 MPI_ERR_ARG);
    MPI_Datatype row;
    MPI_Type_vector(3, 2, 5, type, &row);
    MPI_Type_free(&type);
    MPI_Type_get_contents(row, 9, 2, 2, integers, addresses, of);
    cr_assert(integers[0] == 3 && integers[1] == 2 && integers[2] == 5);
    MPI_Type_get_envelope(of[0], &counts[0], &counts[1], &counts[2], &combiner);
    cr_assert_eq(combiner, MPI_COMBINER_STRUCT);
    MPI_Type_free(&of[0]);
    MPI_Type_free(&row);
    MPI_Type_vector_c(3, 2, 5, MPI_INT, &row);
    cr_assert_eq(MPI_Type_get_envelope(row, &counts[0], &counts[1], &counts[2],
                                       &combiner),
                 MPI_ERR_TYPE);
    MPI_Type_get_contents_c(row, 0, 0, 3, 1, NULL, NULL, large, of);
    cr_assert(large[0] == 3 && large[1] == 2 && large[2] == 5);
    MPI_Type_free(&row);
    cr_assert_eq(
        MPI_Type_get_contents(MPI_INT, 9, 2, 2, integers, addresses, of),
        MPI_ERR_TYPE);
    MPI_Type_get_envelope(MPI_INT, &counts[0], &counts[1], &counts[2],
                          &combiner);
    cr_assert_eq(combiner, MPI_COMBINER_NAMED);
}

Test(mpi_pack, statuses_tell_counts)
{
    MPI_Status status = {.weft_bytes = 20};
    MPI_Datatype pair;
    int count;
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8},
                           (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &pair);
    MPI_Get_count(&status, MPI_INT, &count);
    cr_assert_eq(count, 5);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    cr_assert_eq(count, MPI_UNDEFINED);
    MPI_Get_count(&status, pair, &count);
    cr_assert_eq(count, MPI_UNDEFINED);
    status.weft_bytes = 28;
    MPI_Get_elements(&status, pair, &count);
    cr_assert_eq(count, 5);
    status.weft_bytes = 26;
    MPI_Get_elements(&status, pair, &count);
    cr_assert_eq(count, MPI_UNDEFINED);
    MPI_Status_set_elements(&status, pair, 3);
    cr_assert_eq(status.weft_bytes, 16);
    MPI_Get_elements(&status, pair, &count);
    cr_assert_eq(count, 3);
    MPI_Fint words[MPI_F_STATUS_SIZE];
    status.MPI_TAG = 9;
    MPI_Status_c2f(&status, words);
    cr_assert_eq(words[MPI_F_TAG], 9);
}

Test(mpi_pack, arguments_are_checked)
{
    MPI_Datatype type, type_of_null = MPI_INT;
    MPI_Aint places[] = {0, 8};
    int lengths[] = {1, -2}, size;
    const struct {
        int got, want;
    } rows[] = {
        {MPI_Type_contiguous(-1, MPI_INT, &type), MPI_ERR_COUNT},
        {MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE},
        {MPI_Type_contiguous(1, (MPI_Datatype)MPI_SUM, &type), MPI_ERR_TYPE},
        {MPI_Type_contiguous(1, MPI_INT, NULL), MPI_ERR_ARG},
        {MPI_Type_vector(1, -1, 1, MPI_INT, &type), MPI_ERR_ARG},
        {MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type),
         MPI_ERR_ARG},
        {MPI_Type_create_struct(2, NULL, places, NULL, &type), MPI_ERR_ARG},
        {MPI_Type_indexed(2, lengths, NULL, MPI_INT, &type), MPI_ERR_ARG},
        {MPI_Type_create_subarray(1, (int[]){4}, (int[]){3}, (int[]){2},
                                  MPI_ORDER_C, MPI_INT, &type),
         MPI_ERR_ARG},
        {MPI_Type_create_darray(4, 0, 1, (int[]){8},
                                (int[]){MPI_DISTRIBUTE_BLOCK}, (int[]){1},
                                (int[]){4}, MPI_ORDER_C, MPI_INT, &type),
         MPI_ERR_ARG},
        {MPI_Type_free(&type_of_null), MPI_ERR_TYPE},
        {MPI_Type_size(77, &size), MPI_ERR_TYPE},
        {MPI_Type_match_size(MPI_TYPECLASS_REAL, 3, &type), MPI_ERR_ARG},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_assert_eq(rows[i].got, rows[i].want, "row %zu", i);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Datatype stale = type;
    MPI_Type_free(&type);
    cr_assert_eq(MPI_Type_size(stale, &size), MPI_ERR_TYPE);
    cr_assert(strstr(test_text, "freed"), "%s", test_text);
}
