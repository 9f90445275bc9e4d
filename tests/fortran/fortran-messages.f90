! Messages, collective calls, special addresses, strings and truths in Fortran.
! weft mpi -n 4
! weft mpi check -n 3
program fortran_messages
  use mpi
  implicit none
  integer :: rank, size, error
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, size, error)
  call ring()
  call any_order()
  call combined()
  call whole_memory()
  call texts()
  call grid()
  call MPI_Finalize(error)
contains
  ! A token that each rank increases.
  subroutine ring()
    integer :: token, status(MPI_STATUS_SIZE), count
    token = 0
    if (rank > 0) then
      call MPI_Recv(token, 1, MPI_INTEGER, rank - 1, 7, MPI_COMM_WORLD, status, error)
      call MPI_Get_count(status, MPI_INTEGER, count, error)
      print '(a,4i3)', 'received', rank, status(MPI_SOURCE), status(MPI_TAG), count
    end if
    token = token + 1
    if (rank < size - 1) then
      call MPI_Send(token, 1, MPI_INTEGER, rank + 1, 7, MPI_COMM_WORLD, error)
    else
      print '(a,i3)', 'token', token
    end if
  end subroutine

  ! Indices of requests begin with 1.
  subroutine any_order()
    integer :: request(3), values(3), done, i, statuses(MPI_STATUS_SIZE, 3)
    integer :: some(3), number
    request = MPI_REQUEST_NULL
    do i = 2, 1, -1
      call MPI_Irecv(values(i), 1, MPI_INTEGER, MPI_PROC_NULL, i, MPI_COMM_WORLD, &
                     request(i), error)
      if (i == 2) call MPI_Waitany(3, request, done, MPI_STATUS_IGNORE, error)
    end do
    if (done /= 2) print *, 'wrong index', done
    call MPI_Irecv(values(3), 1, MPI_INTEGER, MPI_PROC_NULL, i, MPI_COMM_WORLD, &
                   request(3), error)
    call MPI_Waitsome(3, request, number, some, MPI_STATUSES_IGNORE, error)
    if (number /= 2 .or. any(some(:2) /= [1, 3])) print *, 'wrong indices', some(:2)
    call MPI_Waitany(3, request, done, MPI_STATUS_IGNORE, error)
    if (done /= MPI_UNDEFINED) print *, 'not undefined', done
    call MPI_Waitall(3, request, statuses, error)
  end subroutine

  subroutine combined()
    double precision :: part, whole
    integer :: here(2), table(size)
    logical :: same
    part = rank + 1
    call MPI_Reduce(part, whole, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
    if (rank == 0) print '(a,f6.1)', 'sum', whole
    here = [rank, size]
    call MPI_Allreduce(MPI_IN_PLACE, here, 2, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, error)
    call MPI_Allgather(rank, 1, MPI_INTEGER, table, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
    same = table(size) == size - 1
    call MPI_Allreduce(MPI_IN_PLACE, same, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, error)
    if (rank == 0) print '(a,2i3,l2)', 'largest', here, same
  end subroutine

  ! A datatype of absolute addresses.
  subroutine whole_memory()
    integer :: type, status(MPI_STATUS_SIZE)
    integer, volatile :: a ! the call does not name it
    double precision, volatile :: b
    integer(MPI_ADDRESS_KIND) :: at(2)
    call MPI_Get_address(a, at(1), error)
    call MPI_Get_address(b, at(2), error)
    call MPI_Type_create_struct(2, [1, 1], at, [MPI_INTEGER, MPI_DOUBLE_PRECISION], type, error)
    call MPI_Type_commit(type, error)
    a = rank
    b = 0.5d0 * rank
    call MPI_Sendrecv_replace(MPI_BOTTOM, 1, type, mod(rank + 1, size), 1, &
                              mod(rank + size - 1, size), 1, MPI_COMM_WORLD, status, error)
    if (a /= mod(rank + size - 1, size) .or. b /= 0.5d0 * a) print *, 'wrong', rank, a, b
    call MPI_Type_free(type, error)
  end subroutine

  subroutine texts()
    character(len=20) :: name
    character(len=MPI_MAX_ERROR_STRING) :: sentence
    integer :: length, info
    logical :: found
    call MPI_Comm_set_name(MPI_COMM_WORLD, '  everybody   ', error)
    call MPI_Comm_get_name(MPI_COMM_WORLD, name, length, error)
    if (rank == 0) print '(3a,i3)', 'name [', name, ']', length
    call MPI_Error_string(MPI_ERR_TAG, sentence, length, error)
    if (sentence(length + 1:) /= ' ') print *, 'not filled up'
    call MPI_Info_create(info, error)
    call MPI_Info_set(info, ' key ', 'value', error)
    call MPI_Info_get(info, 'key', 3, name, found, error)
    if (rank == 0) print '(3a,l2)', 'value [', name, ']', found
    call MPI_Info_get(info, 'other', 3, name, found, error)
    if (rank == 0) print '(3a,l2)', 'value [', name, ']', found
    call MPI_Info_free(info, error)
  end subroutine

  subroutine grid()
    integer :: comm, dims(2), coords(2)
    logical :: periods(2)
    dims = [size, 1]
    call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, [.true., .false.], .false., comm, error)
    call MPI_Cart_get(comm, 2, dims, periods, coords, error)
    if (rank == size - 1) print '(a,2i3,2l2,2i3)', 'grid', dims, periods, coords
    call MPI_Comm_free(comm, error)
  end subroutine
end program
