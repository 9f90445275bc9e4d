  SUBROUTINE MPI_Status_f082f(f08_status, f_status, ierror)
    TYPE(MPI_Status), INTENT(IN) :: f08_status
    INTEGER, INTENT(OUT) :: f_status(MPI_STATUS_SIZE)
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    f_status = TRANSFER(f08_status, f_status)
    IF (PRESENT(ierror)) ierror = MPI_SUCCESS
  END SUBROUTINE
  SUBROUTINE MPI_Status_f2f08(f_status, f08_status, ierror)
    INTEGER, INTENT(IN) :: f_status(MPI_STATUS_SIZE)
    TYPE(MPI_Status), INTENT(OUT) :: f08_status
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    f08_status = TRANSFER(f_status, f08_status)
    IF (PRESENT(ierror)) ierror = MPI_SUCCESS
  END SUBROUTINE
