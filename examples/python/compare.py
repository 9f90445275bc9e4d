"""Which all-reduce is the fastest, for which length of the vector?"""
import weft

rows = weft.compare("allreduce", ["ring", "rabenseifner", "recursive-doubling"],
                    network="complete:16", vector=[64, 65536], cost="ts=100,tw=1")
for row in rows:
    print(row.settings["vector"], row.strategy, row.time)

# prints:
# 64 ring 3030
# 64 recursive-doubling 432
# 64 rabenseifner 830
# 65536 ring 18360
# 65536 recursive-doubling 33168
# 65536 rabenseifner 16160
