! weft mpi -n 6
! A wave on a round membrane of 6 strips of columns, in Fortran 2008. The first
! and last column of a strip are exchanged without waiting; a row of the whole
! membrane, a section of the array with gaps, is gathered at the end.
!
!     weft-mpifort -g mpi-wave.f90 -o wave
!     weft mpi -n 6 ./wave
!     weft mpi check -n 2..6 ./wave
program wave
  use mpi_f08
  implicit none
  integer, parameter :: rows = 12, columns = 4, steps = 30
  double precision, asynchronous :: now(rows, 0:columns + 1)
  double precision :: before(rows, columns), next(rows, columns)
  double precision, allocatable :: row(:)
  integer :: rank, ranks, left, right, step
  type(MPI_Request) :: request(4)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  now = 0
  if (rank == 0) now(rows / 2, 1) = 1
  before = now(:, 1:columns)
  do step = 1, steps
    call MPI_Irecv(now(:, 0), rows, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, request(1))
    call MPI_Irecv(now(:, columns + 1), rows, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, &
                   request(2))
    call MPI_Isend(now(:, columns), rows, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, &
                   request(3))
    call MPI_Isend(now(:, 1), rows, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, request(4))
    call MPI_Waitall(4, request, MPI_STATUSES_IGNORE)
    next = 2 * now(:, 1:columns) - before &
           + 0.2d0 * (now(:, 0:columns - 1) + now(:, 2:columns + 1) &
                      + cshift(now(:, 1:columns), 1, 1) + cshift(now(:, 1:columns), -1, 1) &
                      - 4 * now(:, 1:columns))
    before = now(:, 1:columns)
    now(:, 1:columns) = next
  end do
  allocate(row(ranks * columns))
  call MPI_Gather(now(rows / 2, 1:columns), columns, MPI_DOUBLE_PRECISION, row, columns, &
                  MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD)
  if (rank == 0) print '(8f8.4)', row
  call MPI_Finalize()
end program
