! Errors of Fortran programs, with their lines.
! weft-mpicc -O0
! weft mpi -n 2 -- deadlock
! weft mpi -n 2 -- type
! weft mpi -n 2 -- stop
! weft mpi -n 2 -- error
! weft mpi -n 2 -- run-time
! weft mpi -n 2 -- count
! weft mpi check -n 2 -- early
program fortran_wrong
  use mpi
  implicit none
  integer :: rank, error, value, request, zero(2)
  character(len=20) :: word
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call get_command_argument(1, word)
  value = rank
  select case (word)
  case ('deadlock')
    call MPI_Recv(value, 1, MPI_INTEGER, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  case ('type')
    if (rank == 0) call MPI_Send(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, error)
    if (rank == 1) call MPI_Recv(value, 1, MPI_REAL, 0, 0, MPI_COMM_WORLD, &
                                 MPI_STATUS_IGNORE, error)
  case ('stop')
    if (rank == 1) stop 7
  case ('error')
    if (rank == 1) error stop 'no way'
  case ('run-time')
    if (rank == 1) read (word, *) value
  case ('count')
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
    call MPI_Send(value, -3, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, error)
    if (error /= MPI_ERR_COUNT) print *, 'not the class of the error', error
    call MPI_Send(value, 1, MPI_INTEGER, 5, 0, MPI_COMM_WORLD, error)
  case ('early')
    zero = 0
    call MPI_Irecv(zero, 2, MPI_INTEGER, 1 - rank, 5, MPI_COMM_WORLD, request, error)
    call MPI_Send(value, 1, MPI_INTEGER, 1 - rank, 5, MPI_COMM_WORLD, error)
    zero(2) = 3
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  end select
  call MPI_Finalize(error)
end program
