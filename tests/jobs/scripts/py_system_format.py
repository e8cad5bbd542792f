# coding=utf-8
import os
import argparse

ATC_CMD = ("atc --model={model} --framework=5 --output={output} "
           "--soc_version={soc} --input_shape='x:{bs},3,224,224' --log={log}")


def main(args):
    soc = "Ascend310P3"
    for bs in [1, 8]:
        cmd = ATC_CMD.format(model=args.model, output=args.output, soc=soc, bs=bs, log="wrong")
        print(cmd)
        ret = os.system(cmd)
        if ret != 0:
            raise RuntimeError("atc failed: " + cmd)


if __name__ == "__main__":
    main(argparse.ArgumentParser().parse_args())
#> JB002 {log}
