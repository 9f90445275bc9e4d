"""A figure, a page and a plot in files; notebooks show these by themselves."""
import weft

run = weft.run("broadcast", network="hypercube:4")
run.figure("gantt", title="broadcast").save("broadcast.svg")
run.page(show="d=tree").save("broadcast.html")
rows = weft.compare("broadcast", network="hypercube:2..6")
rows.plot().save("plot.svg")
print(rows[0].strategy, len(rows) > 5)

# prints:
# binomial True
