! Module mpi_f08: types of handles, statuses, calls without IERROR, large counts,
! and functions of the program.
! weft mpi -n 2
program fortran_2008
  use mpi_f08
  implicit none
  type(MPI_Comm) :: comm
  type(MPI_Status) :: status
  type(MPI_Request) :: request
  type(MPI_Op) :: op
  integer :: rank, n, i, error, words(MPI_STATUS_SIZE)
  integer(MPI_COUNT_KIND) :: many
  real, asynchronous :: x(4)
  procedure(MPI_User_function) :: doubled
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, error)
  if (comm == MPI_COMM_WORLD .or. .not. comm /= MPI_COMM_NULL) print *, 'wrong'
  x = 5 - 5 * rank
  many = 4
  if (rank == 0) call MPI_Send(x, many, MPI_REAL, 1, 3, comm)
  if (rank == 1) then
    call MPI_Irecv(x, 4, MPI_REAL, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, request)
    call MPI_Wait(request, status)
    call MPI_Get_count(status, MPI_REAL, n)
    print *, x, status%MPI_SOURCE, status%MPI_TAG, n
  end if
  call MPI_Status_f082f(status, words)
  if (rank == 1 .and. words(MPI_TAG) /= status%MPI_TAG) print *, 'wrong status', words
  n = rank + 1
  call MPI_Op_create(doubled, .true., op)
  call MPI_Allreduce(MPI_IN_PLACE, n, 1, MPI_INTEGER, op, comm)
  print *, n
  call MPI_Op_free(op)
  call MPI_Sendrecv(n, 1, MPI_INTEGER, 1 - rank, 0, i, 1, MPI_INTEGER, 1 - rank, 0, comm, MPI_STATUS_IGNORE)
  call MPI_Comm_free(comm)
  call MPI_Finalize()
end program
subroutine doubled(in, inout, length, type)
  use mpi_f08
  use, intrinsic :: iso_c_binding
  type(c_ptr), value :: in, inout
  integer :: length
  type(MPI_Datatype) :: type
  integer, pointer :: a(:), b(:)
  call c_f_pointer(in, a, [length])
  call c_f_pointer(inout, b, [length])
  b = 2 * (a + b)
end subroutine
