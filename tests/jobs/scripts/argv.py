import sys, os
os.system("atc --model=%s --framework=%d --output=%s --soc_version=%s" % (sys.argv[1], 5, sys.argv[2], "Ascend310P3"))
os.system("atc --model=%s --framework=%d --output=%s" % tuple(sys.argv[1:]))
os.system(f"atc --model={sys.argv[1]} --framework={5} --output={sys.argv[2]!s} {' '.join(sys.argv[3:])}")
#> JB013 atc
