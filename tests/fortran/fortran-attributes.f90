! Attributes with functions of Fortran, user operations, error handlers and
! generalized requests.
! weft mpi -n 2
program fortran_attributes
  use mpi
  implicit none
  integer :: rank, error, keyval, comm, i, op, request, handler, sum(3)
  integer(MPI_ADDRESS_KIND) :: value, extra
  logical :: found
  external :: copy, remove, twice, query, release, cancel, handle
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  extra = 4000
  call MPI_Comm_create_keyval(copy, remove, keyval, extra, error)
  value = 12345678901_MPI_ADDRESS_KIND + rank
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, value, error)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, error)
  call MPI_Comm_get_attr(comm, keyval, value, found, error)
  if (rank == 1) print *, 'copied', found, value
  call MPI_Comm_free(comm, error)
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval, error)
  call MPI_Comm_free_keyval(keyval, error)
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, keyval, extra, error)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, value, error)
  call MPI_Comm_free_keyval(keyval, error)
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, found, error)
  if (rank == 1) print *, 'tag', found, value > 30000

  call MPI_Op_create(twice, .true., op, error)
  sum = rank + [1, 2, 3]
  call MPI_Allreduce(MPI_IN_PLACE, sum, 3, MPI_INTEGER, op, MPI_COMM_WORLD, error)
  if (rank == 1) print *, 'combined', sum
  call MPI_Op_free(op, error)

  call MPI_Grequest_start(query, release, cancel, extra, request, error)
  call MPI_Grequest_complete(request, error)
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)

  call MPI_Comm_create_errhandler(handle, handler, error)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler, error)
  call MPI_Send(i, 1, MPI_INTEGER, 5, 0, MPI_COMM_SELF, error)
  call MPI_Errhandler_free(handler, error)
  call MPI_Finalize(error)
end program

subroutine copy(comm, keyval, extra, in, out, flag, error)
  use mpi
  implicit none
  integer :: comm, keyval, error
  integer(MPI_ADDRESS_KIND) :: extra, in, out
  logical :: flag
  out = in + extra
  flag = .true.
  error = MPI_SUCCESS
end subroutine

subroutine remove(comm, keyval, value, extra, error)
  use mpi
  implicit none
  integer :: comm, keyval, error
  integer(MPI_ADDRESS_KIND) :: value, extra
  if (mod(value, 2_MPI_ADDRESS_KIND) == 0) print *, 'deleted', value, extra
  error = MPI_SUCCESS
end subroutine

subroutine twice(in, inout, length, type)
  implicit none
  integer :: length, type, in(length), inout(length)
  inout = 2 * (in + inout)
end subroutine

subroutine query(extra, status, error)
  use mpi
  implicit none
  integer(MPI_ADDRESS_KIND) :: extra
  integer :: status(MPI_STATUS_SIZE), error
  call MPI_Status_set_elements(status, MPI_INTEGER, 1, error)
  call MPI_Status_set_cancelled(status, .false., error)
  status(MPI_SOURCE) = MPI_UNDEFINED
  status(MPI_TAG) = MPI_UNDEFINED
end subroutine

subroutine release(extra, error)
  use mpi
  implicit none
  integer(MPI_ADDRESS_KIND) :: extra
  integer :: error
  print *, 'released', extra
  error = MPI_SUCCESS
end subroutine

subroutine cancel(extra, complete, error)
  use mpi
  implicit none
  integer(MPI_ADDRESS_KIND) :: extra
  logical :: complete
  integer :: error
  error = MPI_SUCCESS
end subroutine

subroutine handle(comm, code)
  use mpi
  implicit none
  integer :: comm, code, class, error
  call MPI_Error_class(code, class, error)
  print *, 'handled', class == MPI_ERR_RANK, comm == MPI_COMM_SELF
end subroutine
