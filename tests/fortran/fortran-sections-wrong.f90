! Sections of arrays that a call cannot use, and their use while a call is
! pending.
! weft-mpicc -O0
! weft mpi -n 2 -- short
! weft mpi -n 2 -- reduce
! weft mpi -n 2 -- window
! weft mpi -n 2 -- returned
! weft mpi -n 2 -- type
! weft mpi check -n 2 -- early
program fortran_sections_wrong
  use mpi_f08
  implicit none
  integer :: rank, error
  type(MPI_Request) :: r
  type(MPI_Win) :: win
  integer, asynchronous :: a(8, 8)
  character(len=20) :: word
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call get_command_argument(1, word)
  a = rank
  select case (word)
  case ('short')
    call MPI_Send(a(1:8:2, :), 40, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD)
  case ('reduce')
    call MPI_Allreduce_init(MPI_IN_PLACE, a(2, :), 8, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, r)
  case ('window')
    call MPI_Win_create(a(::2, 1), 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  case ('returned')
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
    call MPI_Scan_init(a(2, :), a(1, :), 8, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, r, error)
    if (error /= MPI_ERR_BUFFER) print *, 'not the class of the error', error
  case ('type')
    if (rank == 0) call MPI_Send(a(1:8:2, :), 8, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
    if (rank == 1) call MPI_Recv(a(3, :), 8, MPI_REAL, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  case ('early')
    call MPI_Irecv(a(2, :), 8, MPI_INTEGER, 1 - rank, 5, MPI_COMM_WORLD, r)
    call MPI_Send(a(1, :), 8, MPI_INTEGER, 1 - rank, 5, MPI_COMM_WORLD)
    a(3, 4) = 3
    a(2, 4) = 3
    call MPI_Wait(r, MPI_STATUS_IGNORE)
  end select
  call MPI_Finalize()
end program
