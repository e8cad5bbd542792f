import os


class Converter(object):
    def __init__(self, opts):
        self.base = "atc --framework=5 --soc_version=Ascend310P3 --output_type=FP64"
        self.opts = opts

    def run(self):
        os.system("{} --model={} --output={}".format(self.base, self.opts.model, self.opts.out))
#> JB002 {}
