  ABSTRACT INTERFACE
    SUBROUTINE MPI_User_function(invec, inoutvec, len, datatype)
      IMPORT
      TYPE(C_PTR), VALUE :: invec, inoutvec
      INTEGER :: len
      TYPE(MPI_Datatype) :: datatype
    END SUBROUTINE
    SUBROUTINE MPI_User_function_c(invec, inoutvec, len, datatype)
      IMPORT
      TYPE(C_PTR), VALUE :: invec, inoutvec
      INTEGER(KIND=MPI_COUNT_KIND) :: len
      TYPE(MPI_Datatype) :: datatype
    END SUBROUTINE
    SUBROUTINE MPI_Comm_copy_attr_function(handle, keyval, extra_state, value_in, value_out, flag, ierror)
      IMPORT
      TYPE(MPI_Comm) :: handle
      INTEGER :: keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state, value_in, value_out
      LOGICAL :: flag
    END SUBROUTINE
    SUBROUTINE MPI_Comm_delete_attr_function(handle, keyval, value, extra_state, ierror)
      IMPORT
      TYPE(MPI_Comm) :: handle
      INTEGER :: keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: value, extra_state
    END SUBROUTINE
    SUBROUTINE MPI_Type_copy_attr_function(handle, keyval, extra_state, value_in, value_out, flag, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: handle
      INTEGER :: keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state, value_in, value_out
      LOGICAL :: flag
    END SUBROUTINE
    SUBROUTINE MPI_Type_delete_attr_function(handle, keyval, value, extra_state, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: handle
      INTEGER :: keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: value, extra_state
    END SUBROUTINE
    SUBROUTINE MPI_Win_copy_attr_function(handle, keyval, extra_state, value_in, value_out, flag, ierror)
      IMPORT
      TYPE(MPI_Win) :: handle
      INTEGER :: keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state, value_in, value_out
      LOGICAL :: flag
    END SUBROUTINE
    SUBROUTINE MPI_Win_delete_attr_function(handle, keyval, value, extra_state, ierror)
      IMPORT
      TYPE(MPI_Win) :: handle
      INTEGER :: keyval, ierror
      INTEGER(KIND=MPI_ADDRESS_KIND) :: value, extra_state
    END SUBROUTINE
    SUBROUTINE MPI_Comm_errhandler_function(handle, error_code)
      IMPORT
      TYPE(MPI_Comm) :: handle
      INTEGER :: error_code
    END SUBROUTINE
    SUBROUTINE MPI_Win_errhandler_function(handle, error_code)
      IMPORT
      TYPE(MPI_Win) :: handle
      INTEGER :: error_code
    END SUBROUTINE
    SUBROUTINE MPI_File_errhandler_function(handle, error_code)
      IMPORT
      TYPE(MPI_File) :: handle
      INTEGER :: error_code
    END SUBROUTINE
    SUBROUTINE MPI_Session_errhandler_function(handle, error_code)
      IMPORT
      TYPE(MPI_Session) :: handle
      INTEGER :: error_code
    END SUBROUTINE
    SUBROUTINE MPI_Grequest_query_function(extra_state, status, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      TYPE(MPI_Status) :: status
      INTEGER :: ierror
    END SUBROUTINE
    SUBROUTINE MPI_Grequest_free_function(extra_state, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      INTEGER :: ierror
    END SUBROUTINE
    SUBROUTINE MPI_Grequest_cancel_function(extra_state, complete, ierror)
      IMPORT
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
      LOGICAL :: complete
      INTEGER :: ierror
    END SUBROUTINE
    SUBROUTINE MPI_Datarep_extent_function(datatype, extent, extra_state, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: datatype
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extent, extra_state
      INTEGER :: ierror
    END SUBROUTINE
    SUBROUTINE MPI_Datarep_conversion_function(userbuf, datatype, count, filebuf, position, extra_state, ierror)
      IMPORT
      TYPE(C_PTR), VALUE :: userbuf, filebuf
      TYPE(MPI_Datatype) :: datatype
      INTEGER :: count, ierror
      INTEGER(KIND=MPI_OFFSET_KIND) :: position
      INTEGER(KIND=MPI_ADDRESS_KIND) :: extra_state
    END SUBROUTINE
    SUBROUTINE MPI_Copy_function(handle, keyval, extra_state, value_in, value_out, flag, ierror)
      IMPORT
      TYPE(MPI_Comm) :: handle
      INTEGER :: keyval, extra_state, value_in, value_out, ierror
      LOGICAL :: flag
    END SUBROUTINE
    SUBROUTINE MPI_Delete_function(handle, keyval, value, extra_state, ierror)
      IMPORT
      TYPE(MPI_Comm) :: handle
      INTEGER :: keyval, value, extra_state, ierror
    END SUBROUTINE
    SUBROUTINE MPI_Handler_function(handle, error_code)
      IMPORT
      TYPE(MPI_Comm) :: handle
      INTEGER :: error_code
    END SUBROUTINE
  END INTERFACE
