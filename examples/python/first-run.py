"""Run one strategy, and check its trace with code that no run uses."""
import weft

run = weft.run("allgather", "ring", network="ring:8")
print(run.steps, "steps,", run.messages, "messages")
print("at least", run.lower_bound, "-", run.bound_by)
print(weft.check(run.trace).verdict)

# prints:
# 7 steps, 56 messages
# at least 3 - growth
# valid
