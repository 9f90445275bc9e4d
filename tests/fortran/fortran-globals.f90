! Variables and units of the library of Fortran, which each rank has for itself.
! weft mpi -n 4
! weft mpi -n 64
module shared
  implicit none
  integer :: number = 5
  real, allocatable :: field(:)
end module

program globals
  use mpi
  use shared
  implicit none
  integer :: rank, size, error, blank, other, read_back, wrong
  common /block/ other
  common blank
  character(len=40) :: text
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, size, error)
  number = number + rank
  other = 10 * rank
  blank = 100 * rank
  allocate(field(rank + 1))
  field = rank
  ! each rank has a unit 10 of its own
  open (unit=10, status='scratch')
  write (10, *) rank, 'first'
  call MPI_Barrier(MPI_COMM_WORLD, error)
  write (10, *) -rank, 'second'
  call MPI_Barrier(MPI_COMM_WORLD, error)
  rewind (10)
  read (10, *) read_back, text
  wrong = 0
  if (read_back /= rank .or. text /= 'first') wrong = wrong + 1
  read (10, *) read_back, text
  if (read_back /= -rank .or. text /= 'second') wrong = wrong + 1
  close (10)
  write (text, '(a,i0)') 'rank ', rank
  call MPI_Barrier(MPI_COMM_WORLD, error)
  if (number /= 5 + rank .or. other /= 10 * rank .or. blank /= 100 * rank) wrong = wrong + 1
  if (ubound(field, 1) /= rank + 1 .or. any(field /= rank)) wrong = wrong + 1
  if (calls() /= 1 .or. calls() /= 2) wrong = wrong + 1
  if (text(6:) == ' ' .or. .not. draws_repeat()) wrong = wrong + 1
  call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (rank == size - 1) print '(2a,i0,a,i0)', trim(text), ': ', wrong, ' wrong of ', size
  call MPI_Finalize(error)
contains
  integer function calls()
    integer, save :: count = 0
    count = count + 1
    calls = count
  end function

  ! The generator of random numbers has a state per rank, whose seed is that of
  ! the rank alone.
  logical function draws_repeat()
    integer :: length, i
    integer, allocatable :: seed(:)
    real :: first(3), second(3)
    call random_seed(size=length)
    allocate(seed(length))
    seed = [(rank + i, i = 1, length)]
    call random_seed(put=seed)
    call random_number(first)
    call MPI_Barrier(MPI_COMM_WORLD, error)
    call random_seed(put=seed)
    call MPI_Barrier(MPI_COMM_WORLD, error)
    call random_number(second)
    draws_repeat = all(first == second)
  end function
end program
