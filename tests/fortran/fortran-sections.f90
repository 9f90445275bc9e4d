! Sections of arrays with gaps as buffers, in Fortran 2008.
! weft-mpicc -O0
! weft mpi check -n 3
! weft mpi -n 5
program fortran_sections
  use mpi_f08
  implicit none
  type point
    integer :: number
    double precision :: x
    character(len=3) :: word
  end type
  integer :: rank, ranks, next, last, n
  type(MPI_Request) :: r(3)
  type(MPI_Datatype) :: pair
  type(MPI_Win) :: win
  integer, asynchronous :: a(9, 9), b(9, 9), c(9, 9), line(2, 20), back(20)
  type(point), asynchronous :: p(6), q(6)
  complex, asynchronous :: z(8)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Type_contiguous(2, MPI_INTEGER, pair)
  call MPI_Type_commit(pair)
  next = mod(rank + 1, ranks)
  last = mod(rank + ranks - 1, ranks)
  if (.not. MPI_SUBARRAYS_SUPPORTED) print *, 'not supported'

  ! columns and rows; the elements between them stay as they are
  a = table(rank)
  b = 0
  call MPI_Irecv(b(:, 2:6:2), 27, MPI_INTEGER, last, 1, MPI_COMM_WORLD, r(1))
  call MPI_Irecv(b(3, 1::2), 5, MPI_INTEGER, last, 2, MPI_COMM_WORLD, r(3))
  call MPI_Isend(a(:, 2:6:2), 27, MPI_INTEGER, next, 1, MPI_COMM_WORLD, r(2))
  call MPI_Send(a(3, 1::2), 5, MPI_INTEGER, next, 2, MPI_COMM_WORLD)
  call MPI_Waitall(3, r, MPI_STATUSES_IGNORE)
  a = table(last)
  call expect(all(b(:, 2:6:2) == a(:, 2:6:2)) .and. all(b(3, 1::2) == a(3, 1::2)), 'rows')
  call expect(count(b /= 0) == 27 + 5, 'gaps')
  ! backwards, and in both dimensions: a part of the section
  a = table(rank)
  b = 0
  call MPI_Irecv(b(1::4, 9:1:-2), 7, MPI_INTEGER, last, 3, MPI_COMM_WORLD, r(1))
  call MPI_Send(a(9:3:-1, 1), 7, MPI_INTEGER, next, 3, MPI_COMM_WORLD)
  call MPI_Wait(r(1), MPI_STATUS_IGNORE)
  a = table(last)
  call expect(all([b(1::4, 9:5:-2)] == [a(9:3:-1, 1), 0, 0]) .and. count(b /= 0) == 7, 'part')

  ! several items in each element; components; substrings
  z = cmplx(rank, 1)
  call MPI_Irecv(z(2::2), 7, MPI_REAL, last, 4, MPI_COMM_WORLD, r(1))
  call MPI_Send([(real(n + 100 * rank), n = 1, 7)], 7, MPI_REAL, next, 4, MPI_COMM_WORLD)
  call MPI_Wait(r(1), MPI_STATUS_IGNORE)
  call expect(z(4) == cmplx(100 * last + 3, 100 * last + 4) .and. z(7) == cmplx(rank, 1) &
              .and. z(8) == cmplx(100 * last + 7, 1), 'complex')
  p = [(point(n, n + 10 * rank, 'abc'), n = 1, 6)]
  q = point(0, 0, '---')
  call MPI_Irecv(q(2::2)%x, 3, MPI_DOUBLE_PRECISION, last, 5, MPI_COMM_WORLD, r(1))
  call MPI_Irecv(q%word(2:2), 6, MPI_CHARACTER, last, 6, MPI_COMM_WORLD, r(2))
  call MPI_Isend(p(::2)%x, 3, MPI_DOUBLE_PRECISION, next, 5, MPI_COMM_WORLD, r(3))
  call MPI_Send(p%word(3:3), 6, MPI_CHARACTER, next, 6, MPI_COMM_WORLD)
  call MPI_Waitall(3, r, MPI_STATUSES_IGNORE)
  call expect(all(q(::2)%x == 0) .and. all(q(2::2)%x == [1, 3, 5] + 10 * last), 'component')
  call expect(all(q%word == '-c-'), 'substring')

  ! a persistent request reads and writes the section at each start
  call MPI_Send_init(a(2, :), 9, MPI_INTEGER, next, 7, MPI_COMM_WORLD, r(1))
  call MPI_Recv_init(b(4, ::2), 5, MPI_INTEGER, last, 8, MPI_COMM_WORLD, r(2))
  call MPI_Send_init(a(6, :), 5, MPI_INTEGER, next, 8, MPI_COMM_WORLD, r(3))
  do n = 1, 2
    a(2, :) = n * (rank + 1)
    a(6, :) = n * (rank + 2)
    call MPI_Startall(3, r)
    call MPI_Recv(b(6, :), 9, MPI_INTEGER, last, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call MPI_Waitall(3, r, MPI_STATUSES_IGNORE)
    call expect(all(b(6, :) == n * (last + 1)) .and. all(b(4, ::2) == n * (last + 2)), 'persistent')
  end do
  do n = 1, 3
    call MPI_Request_free(r(n))
  end do

  ! collective calls: a block per rank in a row
  line = -1
  call MPI_Iallgather([rank, 5], 2, MPI_INTEGER, line(1, :), 2, MPI_INTEGER, MPI_COMM_WORLD, r(1))
  call MPI_Wait(r(1), MPI_STATUS_IGNORE)
  call expect(all(line(1, 1:2 * ranks:2) == [(n, n = 0, ranks - 1)]) .and. all(line(2, :) == -1), 'blocks')
  call MPI_Ialltoall(line(1, :), 2, MPI_INTEGER, back, 2, MPI_INTEGER, MPI_COMM_WORLD, r(1))
  call MPI_Wait(r(1), MPI_STATUS_IGNORE)
  call expect(all(back(1:2 * ranks:2) == rank) .and. all(back(2:2 * ranks:2) == 5), 'alltoall')
  call MPI_Ibcast(line(2, 2::2), 10, MPI_INTEGER, 0, MPI_COMM_WORLD, r(1))
  call MPI_Wait(r(1), MPI_STATUS_IGNORE)
  call expect(all(line(2, :) == -1), 'broadcast')
  ! calls that wait use a copy where no datatype has the gaps
  line = reshape([(n, n = 1, 40)], [2, 20])
  call MPI_Allreduce(MPI_IN_PLACE, line(2, ::2), 10, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call MPI_Allreduce(line(1, :), back, 20, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
  call expect(all(back == [(n, n = 1, 40, 2)]) .and. all(line(2, ::2) == [(ranks * n, n = 2, 40, 4)]) &
              .and. all(line(2, 2::2) == [(n, n = 4, 40, 4)]), 'allreduce')
  b = 0
  call MPI_Sendrecv(line(1, :), 2, pair, next, 0, b(::2, 1), 2, pair, last, 0, MPI_COMM_WORLD, &
                    MPI_STATUS_IGNORE)
  call expect(all(b(:, 1) == [1, 0, 3, 0, 5, 0, 7, 0, 0]), 'pairs')
  ! what no datatype describes: copies until the requests are complete
  a = table(rank)
  b = 0
  c = 0
  do n = 0, ranks - 1
    c = c + table(n)
  end do
  call MPI_Iallreduce(a(2, ::2), b(3, 1:5), 5, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, r(1))
  call MPI_Iallreduce(MPI_IN_PLACE, a(1:9:4, 7:9), 9, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, r(2))
  call MPI_Iallgather(a(4, 4:5), 2, MPI_INTEGER, b(4:8:4, 1:ranks), 2, MPI_INTEGER, MPI_COMM_WORLD, r(3))
  call MPI_Waitall(3, r, MPI_STATUSES_IGNORE)
  call expect(all(b(3, 1:5) == c(2, ::2)) .and. all(a(1:9:4, 7:9) == c(1:9:4, 7:9)), 'reductions')
  do n = 0, ranks - 1
    c = table(n)
    call expect(all(b(4:8:4, n + 1) == c(4, 4:5)), 'blocks')
  end do
  call expect(count(b /= 0) == 5 + 2 * ranks, 'gaps of copies')
  call MPI_Irecv(b(1:9:2, 8:9), 3, pair, last, 3, MPI_COMM_WORLD, r(1))
  call MPI_Send(a(1, 1), 0, MPI_INTEGER, MPI_PROC_NULL, 3, MPI_COMM_WORLD)
  call MPI_Isend(a(1:5, 1:2), 3, pair, next, 3, MPI_COMM_WORLD, r(2))
  call MPI_Request_free(r(2))
  b(5, 9) = -5 ! no part of the message
  call MPI_Wait(r(1), MPI_STATUS_IGNORE)
  c = table(last)
  call expect(all(b(1:9:2, 8) == c(1:5, 1)) .and. all(b(:, 9) == [c(1, 2), 0, 0, 0, -5, 0, 0, 0, 0]), 'some pairs')
  call finish
contains
  function table(of)
    integer, intent(in) :: of
    integer :: table(9, 9), x, y
    table = reshape([((91 * of + 10 * y + x, x = 1, 9), y = 1, 9)], [9, 9])
  end function
  subroutine expect(right, what)
    logical, intent(in) :: right
    character(len=*), intent(in) :: what
    if (.not. right) print *, rank, 'wrong: ', what
  end subroutine
  subroutine finish
    integer(MPI_ADDRESS_KIND) :: bytes
    integer :: shared(12)
    bytes = 48
    shared = 0
    call MPI_Win_create(shared, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
    call MPI_Win_fence(0, win)
    bytes = 0
    call MPI_Put(line(1, 1:20:4), 5, MPI_INTEGER, next, bytes, 5, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
    call expect(all(shared(:6) == [1, 9, 17, 25, 33, 0]), 'put')
    call MPI_Win_free(win)
    call MPI_Type_free(pair)
    call MPI_Finalize()
  end subroutine
end program
