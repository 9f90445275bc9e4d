! Files: offsets of their own kind, views, sections of arrays, errors.
! weft-mpicc -O0
! weft mpi -n 3
! weft mpi check -n 3
! weft mpi -n 3 -- race
program fortran_files
  use mpi_f08
  implicit none
  type(MPI_File) :: f
  type(MPI_Status) :: status
  type(MPI_Request) :: request
  type(MPI_Datatype) :: column
  integer(MPI_OFFSET_KIND) :: at, bytes
  integer, asynchronous :: a(2, 4), all(24)
  integer :: rank, ranks, error, i, n
  character(len=20) :: word
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call get_command_argument(1, word)
  call MPI_File_open(MPI_COMM_WORLD, ' numbers ', MPI_MODE_RDWR + MPI_MODE_CREATE, MPI_INFO_NULL, f)
  at = 0
  call MPI_File_set_size(f, at)
  if (word == 'race') then
    at = 4 * rank
    call MPI_File_write_at(f, at, [rank, rank], 2, MPI_INTEGER, MPI_STATUS_IGNORE)
  end if

  ! every rank writes each ranks-th number of the file, from a row
  call MPI_Type_vector(4, 1, ranks, MPI_INTEGER, column)
  call MPI_Type_commit(column)
  a = -1
  a(1, :) = [(ranks * i + rank, i = 0, 3)]
  at = 4 * rank
  call MPI_File_set_view(f, at, MPI_INTEGER, column, 'native', MPI_INFO_NULL)
  call MPI_File_write_all(f, a(1, :), 4, MPI_INTEGER, status)
  call MPI_Get_count(status, MPI_INTEGER, n)
  call MPI_File_sync(f)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_File_sync(f)
  at = 0
  call MPI_File_set_view(f, at, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL)
  call MPI_File_get_size(f, bytes)
  call MPI_File_iread_at(f, at, all, 4 * ranks, MPI_INTEGER, request)
  call MPI_Wait(request, status)
  if (n /= 4 .or. bytes /= 16 * ranks .or. any(all(:4 * ranks) /= [(i, i = 0, 4 * ranks - 1)])) &
    print *, rank, 'wrong', n, bytes, all
  call MPI_File_close(f)
  if (f /= MPI_FILE_NULL) print *, 'not closed'
  call MPI_Type_free(column)
  call MPI_File_open(MPI_COMM_SELF, 'nothing', MPI_MODE_RDONLY, MPI_INFO_NULL, f, error)
  if (error /= MPI_ERR_NO_SUCH_FILE) print *, 'wrong error', error
  call MPI_Finalize()
end program
