! weft mpi -n 3
C     Fixed form, mpif.h, and calls without interfaces.
      PROGRAM PI
      INCLUDE 'mpif.h'
      INTEGER N, I, RANK, SIZE, ERR
      DOUBLE PRECISION PART, WHOLE, X, START
      CALL MPI_INIT(ERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, RANK, ERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, SIZE, ERR)
      START = MPI_WTIME()
      N = 0
      IF (RANK .EQ. 0) N = 1000
      CALL MPI_BCAST(N, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ERR)
      PART = 0
      DO 10 I = RANK + 1, N, SIZE
        X = (I - 0.5D0) / N
        PART = PART + 4 / (1 + X * X)
   10 CONTINUE
      CALL MPI_REDUCE(PART / N, WHOLE, 1, MPI_DOUBLE_PRECISION,
     &                MPI_SUM, 0, MPI_COMM_WORLD, ERR)
      IF (RANK .EQ. 0) WRITE (*, '(A,F10.6)') 'pi', WHOLE
      IF (MPI_WTIME() .LT. START) WRITE (*, *) 'time goes backwards'
      CALL MPI_FINALIZE(ERR)
      END
