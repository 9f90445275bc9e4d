! Types for kinds with a given precision and range.
! weft mpi -n 2
! weft mpi -n 2 -- free
! weft mpi -n 2 -- none
! weft mpi -n 2 -- other
program fortran_kinds
  use mpi
  implicit none
  integer, parameter :: k = selected_real_kind(12, 200), i8 = selected_int_kind(12)
  integer :: rank, error, a, b, c, numbers(2), types(1), combiner
  integer :: one, two, three
  integer(MPI_ADDRESS_KIND) :: addresses(1)
  real(k) :: x(3)
  integer(i8) :: m
  complex(k) :: z
  character(len=20) :: word
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call get_command_argument(1, word)
  call MPI_Type_create_f90_real(12, 200, a, error)
  call MPI_Type_create_f90_real(12, 200, b, error)
  call MPI_Type_create_f90_real(12, MPI_UNDEFINED, c, error)
  select case (word)
  case ('free')
    call MPI_Type_free(a, error)
  case ('none')
    call MPI_Type_create_f90_integer(60, a, error)
  case ('other')
    x = 1
    if (rank == 0) call MPI_Send(x, 3, a, 1, 0, MPI_COMM_WORLD, error)
    if (rank == 1) call MPI_Recv(x, 3, c, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  case default
    if (a /= b .or. a == c) print *, 'not one type for each precision and range'
    call MPI_Type_get_envelope(a, one, two, three, combiner, error)
    if (combiner /= MPI_COMBINER_F90_REAL .or. one /= 2) print *, 'wrong envelope'
    call MPI_Type_get_contents(a, 2, 0, 0, numbers, addresses, types, error)
    if (any(numbers /= [12, 200])) print *, 'wrong contents', numbers
    x = rank
    if (rank == 0) call MPI_Send(x, 3, a, 1, 0, MPI_COMM_WORLD, error)
    if (rank == 1) call MPI_Recv(x, 3, b, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    if (any(x /= 0)) print *, 'not received'
    x = rank + 1
    call MPI_Allreduce(MPI_IN_PLACE, x, 3, a, MPI_SUM, MPI_COMM_WORLD, error)
    if (any(x /= 3)) print *, 'wrong sum'
    call MPI_Type_create_f90_integer(12, a, error)
    m = rank + 10_i8**11
    call MPI_Bcast(m, 1, a, 1, MPI_COMM_WORLD, error)
    if (m /= 10_i8**11 + 1) print *, 'wrong integer', m
    call MPI_Type_create_f90_complex(12, 200, a, error)
    z = cmplx(rank, 1, k)
    call MPI_Allreduce(MPI_IN_PLACE, z, 1, a, MPI_PROD, MPI_COMM_WORLD, error)
    if (z /= cmplx(-1, 1, k)) print *, 'wrong product', z
  end select
  call MPI_Finalize(error)
end program
