# Reduces a trace to what each warp visits: an access as its buffer and active lanes,
# a barrier by its name. In the tests, a block's buffer has the block's name.
/^trace of/p
s/^  group ([0-9]+) warp ([0-9]+):.*/warp \2/p
s/^    (load|store|atomic) ([a-z_]+)\+.* lanes ([0-9]+) x.*/\2 \3/p
s/^    (barrier) .*/\1/p
