/**
 * Types of MPI: handles, statuses, integers, and callback functions.
 *
 * A handle is a number: kind << 26 | generation << 20 | index, so that the use
 * of a freed handle, or of a handle of another kind, is detected. Handles
 * should only be compared for equality.
 *
 * Threads: not applicable.
 */
#ifndef WEFT_MPI_TYPES_H
#define WEFT_MPI_TYPES_H

typedef int MPI_Comm;
typedef int MPI_Group;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Request;
typedef int MPI_Errhandler;
typedef int MPI_Info;
typedef int MPI_Win;
typedef int MPI_Message;
typedef int MPI_File;
typedef int MPI_Session;

typedef long MPI_Aint; /**< an address, or the difference of two addresses */
typedef long long MPI_Offset; /**< an offset in a file */
typedef long long MPI_Count;
typedef int MPI_Fint; /**< the type INTEGER of Fortran */

/** Information about a received message. */
typedef struct MPI_Status {
    int MPI_SOURCE;
    int MPI_TAG;
    int MPI_ERROR;
    int weft_cancelled; /**< not 0 if the message was cancelled */
    /** length of the message in bytes; see MPI_Get_count() */
    MPI_Count weft_bytes;
} MPI_Status;

/** The status of Fortran 2008, which consists of the same six words. */
typedef struct MPI_F08_status {
    MPI_Fint MPI_SOURCE;
    MPI_Fint MPI_TAG;
    MPI_Fint MPI_ERROR;
    MPI_Fint weft_private[3];
} MPI_F08_status;

/* Callback functions. */
typedef void(MPI_User_function)(void *invec, void *inoutvec, int *len,
                                MPI_Datatype *datatype);
typedef void(MPI_User_function_c)(void *invec, void *inoutvec, MPI_Count *len,
                                  MPI_Datatype *datatype);

typedef int(MPI_Comm_copy_attr_function)(MPI_Comm oldcomm, int comm_keyval,
                                         void *extra_state,
                                         void *attribute_val_in,
                                         void *attribute_val_out, int *flag);
typedef int(MPI_Comm_delete_attr_function)(MPI_Comm comm, int comm_keyval,
                                           void *attribute_val,
                                           void *extra_state);
typedef int(MPI_Type_copy_attr_function)(MPI_Datatype oldtype, int type_keyval,
                                         void *extra_state,
                                         void *attribute_val_in,
                                         void *attribute_val_out, int *flag);
typedef int(MPI_Type_delete_attr_function)(MPI_Datatype datatype,
                                           int type_keyval, void *attribute_val,
                                           void *extra_state);
typedef int(MPI_Win_copy_attr_function)(MPI_Win oldwin, int win_keyval,
                                        void *extra_state,
                                        void *attribute_val_in,
                                        void *attribute_val_out, int *flag);
typedef int(MPI_Win_delete_attr_function)(MPI_Win win, int win_keyval,
                                          void *attribute_val,
                                          void *extra_state);
/** deprecated name of MPI_Comm_copy_attr_function */
typedef MPI_Comm_copy_attr_function MPI_Copy_function;
/** deprecated name of MPI_Comm_delete_attr_function */
typedef MPI_Comm_delete_attr_function MPI_Delete_function;

typedef void(MPI_Comm_errhandler_function)(MPI_Comm *comm, int *error_code,
                                           ...);
typedef void(MPI_Win_errhandler_function)(MPI_Win *win, int *error_code, ...);
typedef void(MPI_File_errhandler_function)(MPI_File *file, int *error_code,
                                           ...);
typedef void(MPI_Session_errhandler_function)(MPI_Session *session,
                                              int *error_code, ...);
/** deprecated name of the type */
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
/** deprecated name of the type */
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;
/** deprecated name of the type */
typedef MPI_File_errhandler_function MPI_File_errhandler_fn;
/** deprecated name of the type */
typedef MPI_Comm_errhandler_function MPI_Handler_function;

typedef int(MPI_Grequest_query_function)(void *extra_state, MPI_Status *status);
typedef int(MPI_Grequest_free_function)(void *extra_state);
typedef int(MPI_Grequest_cancel_function)(void *extra_state, int complete);

typedef int(MPI_Datarep_extent_function)(MPI_Datatype datatype,
                                         MPI_Aint *extent, void *extra_state);
typedef int(MPI_Datarep_conversion_function)(void *userbuf,
                                             MPI_Datatype datatype, int count,
                                             void *filebuf, MPI_Offset position,
                                             void *extra_state);
typedef int(MPI_Datarep_conversion_function_c)(void *userbuf,
                                               MPI_Datatype datatype,
                                               MPI_Count count, void *filebuf,
                                               MPI_Offset position,
                                               void *extra_state);

/* Types of the tool interface. */
typedef struct weft_mpi_t_enum *MPI_T_enum;
typedef struct weft_mpi_t_cvar_handle *MPI_T_cvar_handle;
typedef struct weft_mpi_t_pvar_handle *MPI_T_pvar_handle;
typedef struct weft_mpi_t_pvar_session *MPI_T_pvar_session;
typedef struct weft_mpi_t_event_registration *MPI_T_event_registration;
typedef struct weft_mpi_t_event_instance *MPI_T_event_instance;
typedef enum {
    MPI_T_CB_REQUIRE_NONE,
    MPI_T_CB_REQUIRE_MPI_RESTRICTED,
    MPI_T_CB_REQUIRE_THREAD_SAFE,
    MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE
} MPI_T_cb_safety;
typedef enum {
    MPI_T_SOURCE_ORDERED,
    MPI_T_SOURCE_UNORDERED
} MPI_T_source_order;
typedef void(MPI_T_event_cb_function)(
    MPI_T_event_instance event_instance,
    MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    void *user_data);
typedef void(MPI_T_event_free_cb_function)(
    MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    void *user_data);
typedef void(MPI_T_event_dropped_cb_function)(
    MPI_Count count, MPI_T_event_registration event_registration,
    int source_index, MPI_T_cb_safety cb_safety, void *user_data);

#endif
