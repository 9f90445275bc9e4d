/**
 * Constants of MPI, with the values of weft. Each one is a macro, so that a
 * program can test for it with #ifdef.
 *
 * Threads: not applicable.
 */
#ifndef WEFT_MPI_CONSTANTS_H
#define WEFT_MPI_CONSTANTS_H

/* Predefined communicators */
#define MPI_COMM_NULL ((MPI_Comm)0x04000000)
#define MPI_COMM_WORLD ((MPI_Comm)0x04000001)
#define MPI_COMM_SELF ((MPI_Comm)0x04000002)

/* Predefined groups */
#define MPI_GROUP_NULL ((MPI_Group)0x08000000)
#define MPI_GROUP_EMPTY ((MPI_Group)0x08000001)

/* Predefined datatypes: for C, C++ and Fortran, pairs of a value and an index,
 * and the bound markers that MPI 3 removed */
#define MPI_DATATYPE_NULL ((MPI_Datatype)0x0c000000)
#define MPI_CHAR ((MPI_Datatype)0x0c000001)
#define MPI_SIGNED_CHAR ((MPI_Datatype)0x0c000002)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)0x0c000003)
#define MPI_BYTE ((MPI_Datatype)0x0c000004)
#define MPI_WCHAR ((MPI_Datatype)0x0c000005)
#define MPI_SHORT ((MPI_Datatype)0x0c000006)
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)0x0c000007)
#define MPI_INT ((MPI_Datatype)0x0c000008)
#define MPI_UNSIGNED ((MPI_Datatype)0x0c000009)
#define MPI_LONG ((MPI_Datatype)0x0c00000a)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)0x0c00000b)
#define MPI_LONG_LONG_INT ((MPI_Datatype)0x0c00000c)
#define MPI_LONG_LONG ((MPI_Datatype)0x0c00000c)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)0x0c00000d)
#define MPI_FLOAT ((MPI_Datatype)0x0c00000e)
#define MPI_DOUBLE ((MPI_Datatype)0x0c00000f)
#define MPI_LONG_DOUBLE ((MPI_Datatype)0x0c000010)
#define MPI_C_BOOL ((MPI_Datatype)0x0c000011)
#define MPI_INT8_T ((MPI_Datatype)0x0c000012)
#define MPI_INT16_T ((MPI_Datatype)0x0c000013)
#define MPI_INT32_T ((MPI_Datatype)0x0c000014)
#define MPI_INT64_T ((MPI_Datatype)0x0c000015)
#define MPI_UINT8_T ((MPI_Datatype)0x0c000016)
#define MPI_UINT16_T ((MPI_Datatype)0x0c000017)
#define MPI_UINT32_T ((MPI_Datatype)0x0c000018)
#define MPI_UINT64_T ((MPI_Datatype)0x0c000019)
#define MPI_AINT ((MPI_Datatype)0x0c00001a)
#define MPI_COUNT ((MPI_Datatype)0x0c00001b)
#define MPI_OFFSET ((MPI_Datatype)0x0c00001c)
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)0x0c00001d)
#define MPI_C_COMPLEX ((MPI_Datatype)0x0c00001d)
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)0x0c00001e)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x0c00001f)
#define MPI_CXX_BOOL ((MPI_Datatype)0x0c000020)
#define MPI_CXX_FLOAT_COMPLEX ((MPI_Datatype)0x0c000021)
#define MPI_CXX_DOUBLE_COMPLEX ((MPI_Datatype)0x0c000022)
#define MPI_CXX_LONG_DOUBLE_COMPLEX ((MPI_Datatype)0x0c000023)
#define MPI_PACKED ((MPI_Datatype)0x0c000024)
#define MPI_INTEGER ((MPI_Datatype)0x0c000025)
#define MPI_REAL ((MPI_Datatype)0x0c000026)
#define MPI_DOUBLE_PRECISION ((MPI_Datatype)0x0c000027)
#define MPI_COMPLEX ((MPI_Datatype)0x0c000028)
#define MPI_DOUBLE_COMPLEX ((MPI_Datatype)0x0c000029)
#define MPI_LOGICAL ((MPI_Datatype)0x0c00002a)
#define MPI_CHARACTER ((MPI_Datatype)0x0c00002b)
#define MPI_INTEGER1 ((MPI_Datatype)0x0c00002c)
#define MPI_INTEGER2 ((MPI_Datatype)0x0c00002d)
#define MPI_INTEGER4 ((MPI_Datatype)0x0c00002e)
#define MPI_INTEGER8 ((MPI_Datatype)0x0c00002f)
#define MPI_INTEGER16 ((MPI_Datatype)0x0c000030)
#define MPI_REAL2 ((MPI_Datatype)0x0c000031)
#define MPI_REAL4 ((MPI_Datatype)0x0c000032)
#define MPI_REAL8 ((MPI_Datatype)0x0c000033)
#define MPI_REAL16 ((MPI_Datatype)0x0c000034)
#define MPI_COMPLEX4 ((MPI_Datatype)0x0c000035)
#define MPI_COMPLEX8 ((MPI_Datatype)0x0c000036)
#define MPI_COMPLEX16 ((MPI_Datatype)0x0c000037)
#define MPI_COMPLEX32 ((MPI_Datatype)0x0c000038)
#define MPI_FLOAT_INT ((MPI_Datatype)0x0c000039)
#define MPI_DOUBLE_INT ((MPI_Datatype)0x0c00003a)
#define MPI_LONG_INT ((MPI_Datatype)0x0c00003b)
#define MPI_SHORT_INT ((MPI_Datatype)0x0c00003c)
#define MPI_2INT ((MPI_Datatype)0x0c00003d)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)0x0c00003e)
#define MPI_2REAL ((MPI_Datatype)0x0c00003f)
#define MPI_2DOUBLE_PRECISION ((MPI_Datatype)0x0c000040)
#define MPI_2INTEGER ((MPI_Datatype)0x0c000041)
#define MPI_LB ((MPI_Datatype)0x0c000042)
#define MPI_UB ((MPI_Datatype)0x0c000043)

/* Predefined reduction operations */
#define MPI_OP_NULL ((MPI_Op)0x10000000)
#define MPI_MAX ((MPI_Op)0x10000001)
#define MPI_MIN ((MPI_Op)0x10000002)
#define MPI_SUM ((MPI_Op)0x10000003)
#define MPI_PROD ((MPI_Op)0x10000004)
#define MPI_LAND ((MPI_Op)0x10000005)
#define MPI_BAND ((MPI_Op)0x10000006)
#define MPI_LOR ((MPI_Op)0x10000007)
#define MPI_BOR ((MPI_Op)0x10000008)
#define MPI_LXOR ((MPI_Op)0x10000009)
#define MPI_BXOR ((MPI_Op)0x1000000a)
#define MPI_MAXLOC ((MPI_Op)0x1000000b)
#define MPI_MINLOC ((MPI_Op)0x1000000c)
#define MPI_REPLACE ((MPI_Op)0x1000000d)
#define MPI_NO_OP ((MPI_Op)0x1000000e)

/* Null request */
#define MPI_REQUEST_NULL ((MPI_Request)0x14000000)

/* Predefined error handlers */
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)0x18000000)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)0x18000001)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)0x18000002)
#define MPI_ERRORS_ABORT ((MPI_Errhandler)0x18000003)

/* Predefined info objects */
#define MPI_INFO_NULL ((MPI_Info)0x1c000000)
#define MPI_INFO_ENV ((MPI_Info)0x1c000001)

/* Null window */
#define MPI_WIN_NULL ((MPI_Win)0x28000000)

/* Predefined message handles of matching probes */
#define MPI_MESSAGE_NULL ((MPI_Message)0x24000000)
#define MPI_MESSAGE_NO_PROC ((MPI_Message)0x24000001)

/* Null file */
#define MPI_FILE_NULL ((MPI_File)0x2c000000)

/* Null session */
#define MPI_SESSION_NULL ((MPI_Session)0x30000000)

/* Special values of ranks, tags and counts. They are unlikely to occur by
 * mistake, so that a program that passes -1 instead of one of them is
 * reported. */
#define MPI_ANY_SOURCE (-32761)
#define MPI_ANY_TAG (-32762)
#define MPI_PROC_NULL (-32763)
#define MPI_ROOT (-32764)
#define MPI_UNDEFINED (-32766)

/* Special addresses */
#define MPI_BOTTOM ((void *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_STATUS_IGNORE ((MPI_Status *)16)
#define MPI_STATUSES_IGNORE ((MPI_Status *)24)
#define MPI_ERRCODES_IGNORE ((int *)32)
#define MPI_ARGV_NULL ((char **)0)
#define MPI_ARGVS_NULL ((char ***)0)
#define MPI_UNWEIGHTED ((int *)2)
#define MPI_WEIGHTS_EMPTY ((int *)3)
#define MPI_F_STATUS_IGNORE ((MPI_Fint *)0)
#define MPI_F_STATUSES_IGNORE ((MPI_Fint *)0)
#define MPI_F08_STATUS_IGNORE ((MPI_F08_status *)0)
#define MPI_F08_STATUSES_IGNORE ((MPI_F08_status *)0)

/* Layout of a status in Fortran */
#define MPI_F_STATUS_SIZE 6
#define MPI_F_SOURCE 0
#define MPI_F_TAG 1
#define MPI_F_ERROR 2

/* Maximum lengths of strings, including the terminating NUL */
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_LIBRARY_VERSION_STRING 256
#define MPI_MAX_ERROR_STRING 512
#define MPI_MAX_DATAREP_STRING 128
#define MPI_MAX_INFO_KEY 256
#define MPI_MAX_INFO_VAL 1024
#define MPI_MAX_OBJECT_NAME 128
#define MPI_MAX_PORT_NAME 256
#define MPI_MAX_STRINGTAG_LEN 256
#define MPI_MAX_PSET_NAME_LEN 256

/* Number of bytes that a buffer for MPI_Bsend() needs for each message, in
 * addition to its data */
#define MPI_BSEND_OVERHEAD 64

/* Results of MPI_Comm_compare() and MPI_Group_compare() */
#define MPI_IDENT 0
#define MPI_CONGRUENT 1
#define MPI_SIMILAR 2
#define MPI_UNEQUAL 3

/* Levels of thread support */
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3

/* Results of MPI_Topo_test() */
#define MPI_GRAPH 1
#define MPI_CART 2
#define MPI_DIST_GRAPH 3

/* Split types of MPI_Comm_split_type() */
#define MPI_COMM_TYPE_SHARED 1
#define MPI_COMM_TYPE_HW_UNGUIDED 2
#define MPI_COMM_TYPE_HW_GUIDED 3

/* Predefined attributes of MPI_COMM_WORLD and of windows */
#define MPI_KEYVAL_INVALID ((int)0x20000000)
#define MPI_TAG_UB ((int)0x20000001)
#define MPI_HOST ((int)0x20000002)
#define MPI_IO ((int)0x20000003)
#define MPI_WTIME_IS_GLOBAL ((int)0x20000004)
#define MPI_UNIVERSE_SIZE ((int)0x20000005)
#define MPI_APPNUM ((int)0x20000006)
#define MPI_LASTUSEDCODE ((int)0x20000007)
#define MPI_WIN_BASE ((int)0x20000008)
#define MPI_WIN_SIZE ((int)0x20000009)
#define MPI_WIN_DISP_UNIT ((int)0x2000000a)
#define MPI_WIN_CREATE_FLAVOR ((int)0x2000000b)
#define MPI_WIN_MODEL ((int)0x2000000c)

/* Predefined attribute functions: they never copy, delete without action, and
 * copy the value */
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
#define MPI_COMM_DUP_FN ((MPI_Comm_copy_attr_function *)1)
#define MPI_TYPE_NULL_COPY_FN ((MPI_Type_copy_attr_function *)0)
#define MPI_TYPE_NULL_DELETE_FN ((MPI_Type_delete_attr_function *)0)
#define MPI_TYPE_DUP_FN ((MPI_Type_copy_attr_function *)1)
#define MPI_WIN_NULL_COPY_FN ((MPI_Win_copy_attr_function *)0)
#define MPI_WIN_NULL_DELETE_FN ((MPI_Win_delete_attr_function *)0)
#define MPI_WIN_DUP_FN ((MPI_Win_copy_attr_function *)1)
#define MPI_NULL_COPY_FN ((MPI_Copy_function *)0)
#define MPI_NULL_DELETE_FN ((MPI_Delete_function *)0)
#define MPI_DUP_FN ((MPI_Copy_function *)1)
#define MPI_CONVERSION_FN_NULL ((MPI_Datarep_conversion_function *)0)
#define MPI_CONVERSION_FN_NULL_C ((MPI_Datarep_conversion_function_c *)0)

/* Combiners: how a datatype was created */
#define MPI_COMBINER_NAMED 1
#define MPI_COMBINER_DUP 2
#define MPI_COMBINER_CONTIGUOUS 3
#define MPI_COMBINER_VECTOR 4
#define MPI_COMBINER_HVECTOR 5
#define MPI_COMBINER_INDEXED 6
#define MPI_COMBINER_HINDEXED 7
#define MPI_COMBINER_INDEXED_BLOCK 8
#define MPI_COMBINER_HINDEXED_BLOCK 9
#define MPI_COMBINER_STRUCT 10
#define MPI_COMBINER_SUBARRAY 11
#define MPI_COMBINER_DARRAY 12
#define MPI_COMBINER_RESIZED 13
#define MPI_COMBINER_F90_REAL 14
#define MPI_COMBINER_F90_COMPLEX 15
#define MPI_COMBINER_F90_INTEGER 16
#define MPI_COMBINER_HVECTOR_INTEGER 17
#define MPI_COMBINER_HINDEXED_INTEGER 18
#define MPI_COMBINER_STRUCT_INTEGER 19

/* Storage orders of arrays */
#define MPI_ORDER_C 1
#define MPI_ORDER_FORTRAN 2

/* Distributions of an array */
#define MPI_DISTRIBUTE_BLOCK 1
#define MPI_DISTRIBUTE_CYCLIC 2
#define MPI_DISTRIBUTE_NONE 3

/* Default argument of a distribution: as even as possible */
#define MPI_DISTRIBUTE_DFLT_DARG (-32765)

/* Type classes of MPI_Type_match_size() */
#define MPI_TYPECLASS_REAL 1
#define MPI_TYPECLASS_INTEGER 2
#define MPI_TYPECLASS_COMPLEX 3

/* Assertions for windows */
#define MPI_MODE_NOCHECK 1
#define MPI_MODE_NOSTORE 2
#define MPI_MODE_NOPUT 4
#define MPI_MODE_NOPRECEDE 8
#define MPI_MODE_NOSUCCEED 16

/* Lock types of windows */
#define MPI_LOCK_EXCLUSIVE 1
#define MPI_LOCK_SHARED 2

/* Flavors of windows: how they were created */
#define MPI_WIN_FLAVOR_CREATE 1
#define MPI_WIN_FLAVOR_ALLOCATE 2
#define MPI_WIN_FLAVOR_DYNAMIC 3
#define MPI_WIN_FLAVOR_SHARED 4

/* Memory models of windows */
#define MPI_WIN_SEPARATE 1
#define MPI_WIN_UNIFIED 2

/* Access modes of files */
#define MPI_MODE_RDONLY 1
#define MPI_MODE_RDWR 2
#define MPI_MODE_WRONLY 4
#define MPI_MODE_CREATE 8
#define MPI_MODE_EXCL 16
#define MPI_MODE_DELETE_ON_CLOSE 32
#define MPI_MODE_UNIQUE_OPEN 64
#define MPI_MODE_APPEND 128
#define MPI_MODE_SEQUENTIAL 256

/* Origins of a seek in a file */
#define MPI_SEEK_SET 0
#define MPI_SEEK_CUR 1
#define MPI_SEEK_END 2

/* Displacement of a file view: the current position */
#define MPI_DISPLACEMENT_CURRENT (-54278278)

/* Error classes */
#define MPI_SUCCESS 0
#define MPI_ERR_BUFFER 1
#define MPI_ERR_COUNT 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_TAG 4
#define MPI_ERR_COMM 5
#define MPI_ERR_RANK 6
#define MPI_ERR_REQUEST 7
#define MPI_ERR_ROOT 8
#define MPI_ERR_GROUP 9
#define MPI_ERR_OP 10
#define MPI_ERR_TOPOLOGY 11
#define MPI_ERR_DIMS 12
#define MPI_ERR_ARG 13
#define MPI_ERR_UNKNOWN 14
#define MPI_ERR_TRUNCATE 15
#define MPI_ERR_OTHER 16
#define MPI_ERR_INTERN 17
#define MPI_ERR_PENDING 18
#define MPI_ERR_IN_STATUS 19
#define MPI_ERR_ACCESS 20
#define MPI_ERR_AMODE 21
#define MPI_ERR_ASSERT 22
#define MPI_ERR_BAD_FILE 23
#define MPI_ERR_BASE 24
#define MPI_ERR_CONVERSION 25
#define MPI_ERR_DISP 26
#define MPI_ERR_DUP_DATAREP 27
#define MPI_ERR_ERRHANDLER 28
#define MPI_ERR_FILE 29
#define MPI_ERR_FILE_EXISTS 30
#define MPI_ERR_FILE_IN_USE 31
#define MPI_ERR_INFO 32
#define MPI_ERR_INFO_KEY 33
#define MPI_ERR_INFO_NOKEY 34
#define MPI_ERR_INFO_VALUE 35
#define MPI_ERR_IO 36
#define MPI_ERR_KEYVAL 37
#define MPI_ERR_LOCKTYPE 38
#define MPI_ERR_NAME 39
#define MPI_ERR_NO_MEM 40
#define MPI_ERR_NOT_SAME 41
#define MPI_ERR_NO_SPACE 42
#define MPI_ERR_NO_SUCH_FILE 43
#define MPI_ERR_PORT 44
#define MPI_ERR_PROC_ABORTED 45
#define MPI_ERR_QUOTA 46
#define MPI_ERR_READ_ONLY 47
#define MPI_ERR_RMA_ATTACH 48
#define MPI_ERR_RMA_CONFLICT 49
#define MPI_ERR_RMA_FLAVOR 50
#define MPI_ERR_RMA_RANGE 51
#define MPI_ERR_RMA_SHARED 52
#define MPI_ERR_RMA_SYNC 53
#define MPI_ERR_SERVICE 54
#define MPI_ERR_SESSION 55
#define MPI_ERR_SIZE 56
#define MPI_ERR_SPAWN 57
#define MPI_ERR_UNSUPPORTED_DATAREP 58
#define MPI_ERR_UNSUPPORTED_OPERATION 59
#define MPI_ERR_VALUE_TOO_LARGE 60
#define MPI_ERR_WIN 61
#define MPI_T_ERR_MEMORY 62
#define MPI_T_ERR_NOT_INITIALIZED 63
#define MPI_T_ERR_CANNOT_INIT 64
#define MPI_T_ERR_INVALID_INDEX 65
#define MPI_T_ERR_INVALID_ITEM 66
#define MPI_T_ERR_INVALID_HANDLE 67
#define MPI_T_ERR_OUT_OF_HANDLES 68
#define MPI_T_ERR_OUT_OF_SESSIONS 69
#define MPI_T_ERR_INVALID_SESSION 70
#define MPI_T_ERR_CVAR_SET_NOT_NOW 71
#define MPI_T_ERR_CVAR_SET_NEVER 72
#define MPI_T_ERR_PVAR_NO_STARTSTOP 73
#define MPI_T_ERR_PVAR_NO_WRITE 74
#define MPI_T_ERR_PVAR_NO_ATOMIC 75
#define MPI_T_ERR_INVALID_NAME 76
#define MPI_T_ERR_INVALID 77
#define MPI_T_ERR_NOT_SUPPORTED 78
#define MPI_T_ERR_NOT_ACCESSIBLE 79

/* Last predefined error code */
#define MPI_ERR_LASTCODE 127

/* Verbosity levels of the tool interface */
#define MPI_T_VERBOSITY_USER_BASIC 1
#define MPI_T_VERBOSITY_USER_DETAIL 2
#define MPI_T_VERBOSITY_USER_ALL 3
#define MPI_T_VERBOSITY_TUNER_BASIC 4
#define MPI_T_VERBOSITY_TUNER_DETAIL 5
#define MPI_T_VERBOSITY_TUNER_ALL 6
#define MPI_T_VERBOSITY_MPIDEV_BASIC 7
#define MPI_T_VERBOSITY_MPIDEV_DETAIL 8
#define MPI_T_VERBOSITY_MPIDEV_ALL 9

/* Objects that a variable of the tool interface may be bound to */
#define MPI_T_BIND_NO_OBJECT 1
#define MPI_T_BIND_MPI_COMM 2
#define MPI_T_BIND_MPI_DATATYPE 3
#define MPI_T_BIND_MPI_ERRHANDLER 4
#define MPI_T_BIND_MPI_FILE 5
#define MPI_T_BIND_MPI_GROUP 6
#define MPI_T_BIND_MPI_OP 7
#define MPI_T_BIND_MPI_REQUEST 8
#define MPI_T_BIND_MPI_WIN 9
#define MPI_T_BIND_MPI_MESSAGE 10
#define MPI_T_BIND_MPI_INFO 11
#define MPI_T_BIND_MPI_SESSION 12

/* Scopes of control variables: where a variable can be set */
#define MPI_T_SCOPE_CONSTANT 1
#define MPI_T_SCOPE_READONLY 2
#define MPI_T_SCOPE_LOCAL 3
#define MPI_T_SCOPE_GROUP 4
#define MPI_T_SCOPE_GROUP_EQ 5
#define MPI_T_SCOPE_ALL 6
#define MPI_T_SCOPE_ALL_EQ 7

/* Classes of performance variables */
#define MPI_T_PVAR_CLASS_STATE 1
#define MPI_T_PVAR_CLASS_LEVEL 2
#define MPI_T_PVAR_CLASS_SIZE 3
#define MPI_T_PVAR_CLASS_PERCENTAGE 4
#define MPI_T_PVAR_CLASS_HIGHWATERMARK 5
#define MPI_T_PVAR_CLASS_LOWWATERMARK 6
#define MPI_T_PVAR_CLASS_COUNTER 7
#define MPI_T_PVAR_CLASS_AGGREGATE 8
#define MPI_T_PVAR_CLASS_TIMER 9
#define MPI_T_PVAR_CLASS_GENERIC 10

/* Null handles of the tool interface */
#define MPI_T_ENUM_NULL ((MPI_T_enum)0)
#define MPI_T_CVAR_HANDLE_NULL ((MPI_T_cvar_handle)0)
#define MPI_T_PVAR_HANDLE_NULL ((MPI_T_pvar_handle)0)
#define MPI_T_PVAR_SESSION_NULL ((MPI_T_pvar_session)0)
#define MPI_T_PVAR_ALL_HANDLES ((MPI_T_pvar_handle)1)

#endif
