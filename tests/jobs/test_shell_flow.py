"""What is known of a shell script at each place: along branches, loops, calls and conditions.

`S` stands for options that nothing is wrong with; a log level of `loud` is refused.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.diagnostics import Severity
from cannlint.engine.file_checks import check_reading
from cannlint.jobs import atc_commands
from cannlint.jobs.shell.commands import commands_in
from cannlint.text.source import Source

SOUND = "--model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3"


def found_in(script: str) -> list[tuple[str, str]]:
    """The rule of each error and warning, and the text that it points at."""
    text = script.replace(" S", f" {SOUND}").replace('"S', f'"{SOUND}')
    reading = atc_commands.read(Source("run.sh", f"#!/bin/bash\n{text}\n".encode()))
    return [
        (found.code, reading.source.slice(found.span))
        for found in check_reading(reading)
        if found.severity is not Severity.INFO
    ]


FOUND = [
    ('cat <<EOF | bash\natc S --log=loud\nEOF', 'loud'),
    ('MODE=none\nsource conf.sh\n: \natc S --log=$MODE', '$MODE'),
    ('L=loud\nfix() { local L=info; }\nfix\natc S --log=$L', '$L'),
    ('A=(info loud)\natc S --log="${A[1]}"', '${A[1]}'),
    ('f() { atc S --log=$2; }\nf "$X" loud', '$2'),
    ('f() { shift; atc S --log=$1; }\nf info loud', '$1'),
    ('f() { shift 2; atc S --log=$1; }\nf x info loud', '$1'),
    ('f() { atc S --log=$1; }\nif false; then f loud; fi', '$1'),
    ('for l in info loud; do atc S --log=$l || true; done', '$l'),
    ('for i in 0 1; do for l in info loud; do [ $i = 0 ] && continue 2; atc S '
        '--log=$l; done; done', '$l'),
    ('L="info # loud"\natc S --log="$L"', 'info # loud'),
    ('docker exec atc atc S --log=loud', 'loud'),
    ('L=loud\nx && L=info || true\natc S --log=$L', 'loud'),
    ('L=loud && atc S --log=$L', '$L'),
    ('docker run $OPTS $IMG atc S --log=loud', 'loud'),
    ('time (cd a; atc S --log=loud)', 'loud'),
    ('run() { [ -n "$DRY" ] && echo "$@" || "$@"; }\nrun atc S --log=loud', 'loud'),
    ('CMD=(atc S)\nCMD+=(--log loud)\n"${CMD[@]}"', 'loud'),
    ('O="S"\n[ -n "$AIPP" ] && O="$O --insert_op_conf=$AIPP"\natc $O --log=loud', 'loud'),
    ('set -- a b\natc S --log=$1\nset -- info\natc S --log=$1', '$1'),
    ('set -- --log=loud\n[ $X ] && set -- "$@" --log=info\natc S "$@"', 'loud'),
    ('L=info &\nL2=loud\natc S --log=$L2', '$L2'),
    ('{ L=loud; } && atc S --log=$L', '$L'),
    ('case $X in a) atc S --log=loud;; esac', 'loud'),
    ('case $X in a) L=loud; atc S --log=$L;; b) atc S --log=$L;; esac', '$L'),
    ('if [ $X ]; then L=loud; else exit 1; fi\natc S --log=$L', '$L'),
    ('f() { f2 "$@"; }\nf2() { atc S --log=$1; }\nf loud', '$1'),
    ('function f { atc S --log=$1; }\nf loud', '$1'),
    ('f () \n{\n atc S --log=$1\n}\nf loud', '$1'),
    ('L=\'loud\'"er"\natc S --log=$L', '$L'),
    ('export L="loud" M=info\natc S --log=$L', '$L'),
    ('readonly L=loud\natc S --log=$L', '$L'),
    ('V=(loud)\nfor v in "${V[@]}"; do atc S --log=$v; done', '$v'),
    ('V="info loud"\nfor v in $V; do atc S --log=$v; done', '$v'),
    ('for v in "info" ; do atc S --log=$v; done; v=loud; atc S --log=$v', '$v'),
    ('for p in "a loud"; do set -- $p; atc S --log=$2; done', '$2'),
    ('SUDO=sudo\n$SUDO atc S --log=loud\n', 'loud'),
    ('ATC="docker exec npu atc"\n$ATC S --log=loud\n', 'loud'),
    ('bash -c "atc \\$1 --log=loud" _ S', 'loud'),
    ('su - u -c "atc S --log=loud"', 'loud'),
    ('timeout 10 ssh h atc S --log=loud', 'loud'),
    ('conda run -n env atc S --log=loud', 'loud'),
    ('kubectl exec -it pod -c main -- atc S --log=loud', 'loud'),
    ('srun -p npu --gres=npu:1 atc S --log=loud', 'loud'),
    ('nohup bash -c "for l in loud; do atc S --log=\\$l; done" &', '\\$l'),
    ('A=info\nf() { A=loud; return 0; }\nf\natc S --log=$A', '$A'),
    ('f() { atc S --log=$1; } > log\nf loud', '$1'),
    ('f() { atc S --log=$1; } 2>&1 | tee x\nf loud', '$1'),
    ('for m in info loud; do atc S --log=$m; done | tee log', '$m'),
    ('for m in info loud; do atc S --log=$m; done > log 2>&1 &', '$m'),
    ('for m in loud\ndo\natc S --log=$m\ndone < x', '$m'),
    ('for m in \\\n  info \\\n  loud\ndo atc S --log=$m; done', '$m'),
    ('for m in info loud # two\ndo atc S --log=$m; done', '$m'),
    ('while :; do\n for m in loud; do\n atc S --log=$m\n done\n sleep 1\ndone', '$m'),
    ('if true; then for m in loud; do atc S --log=$m; done; fi', '$m'),
    ('case $1 in\n'
        ' a) for m in loud; do atc S --log=$m; done ;;\n'
        ' b) atc S --log=info ;;\n'
        'esac', '$m'),
    ('case $1 in a|b) L=loud;; c) L=loud;; *) L=loud;; esac\natc S --log=$L', '$L'),
    ('case "$1" in\n'
        '  "done") L=loud;;\n'
        '  if) L=info;;\n'
        'esac\n'
        'atc S --log=info; L=loud; atc S --log=$L', '$L'),
    ('echo done; echo if; echo fi; L=loud; atc S --log=$L', '$L'),
    ('echo "for x in a; do"\nL=loud\natc S --log=$L', '$L'),
    ('# for x in a; do\nL=loud\natc S --log=$L', '$L'),
    ('cat <<EOF\nfor x in a; do\nif\n{ \nEOF\nL=loud\natc S --log=$L', '$L'),
    ("awk '{print $1}' f | while read l; do L=info; done\nL=loud\natc S --log=$L", '$L'),
    ("awk 'BEGIN { if (x) { } }' f\nL=loud\natc S --log=$L", '$L'),
    ('[[ $a == (x|y) ]] && L=info\natc S --log=loud', 'loud'),
    ('[[ "$a" =~ ^(a|b)$ ]] || exit 1\natc S --log=loud', 'loud'),
    ('if (( $# < 2 )); then exit; fi\natc S --log=loud', 'loud'),
    ('if [ $# -lt 2 -o -z "$1" ] ; then\n'
        ' echo "usage: $0 {a|b}"\n'
        ' exit 1\n'
        'fi\n'
        'atc S --log=loud', 'loud'),
    ('x=$((1+2))\ny=$(( x * 2 ))\natc S --log=loud', 'loud'),
    ('x=`date`; y="$(ls "$(pwd)")"\natc S --log=loud', 'loud'),
    ('f() {\n  local a="$1"\n  shift\n  atc S "$@"\n}\nf x --log=loud', 'loud'),
    ('f() {\n'
        '  local a="$1"; shift\n'
        '  local b="$1"; shift\n'
        '  atc --model=$a --output=$b --framework=5 --soc_version=Ascend310P3 "$@"\n'
        '}\n'
        'f a.onnx out\n'
        'f "b.onnx" out --log=loud', 'loud'),
    ('A=()\nA+=(--log=loud)\n[[ -n $X ]] && A+=(--output_type=FP32)\natc S "${A[@]}"', 'loud'),
    ('A=( S)\nfor x in "$@"; do A+=("$x"); done\natc "${A[@]}" --log=loud', 'loud'),
    ('O="S"\nO+=${X:+ --insert_op_conf=$X}\natc $O --log=loud', 'loud'),
    ('O="S"\n'
        'if x; then O="$O --a=$Y"; else O="$O --output_type=FP32"; fi\n'
        'atc $O --log=loud', 'loud'),
    ('run() { echo "$*"; eval "$*"; }\nrun atc S --log=loud', 'loud'),
    ('run() { local cmd="$1"; echo "$cmd"; $cmd; }\nrun "atc S --log=loud"', 'loud'),
    ('run() { bash -c "$1"; }\nrun "atc S --log=loud"', 'loud'),
    ('run() { ssh host "$@"; }\nrun atc S --log=loud', 'loud'),
    ('run() { docker exec npu bash -c "$*"; }\nrun atc S --log=loud', 'loud'),
    ('retry() { for i in 1 2 3; do "$@" && return 0; sleep 1; done; return 1; }\n'
        'retry atc S --log=loud', 'loud'),
    ('retry() { local n=0; until "$@"; do n=$((n+1)); [ $n -ge 3 ] && return 1; done; '
        '}\n'
        'retry atc S --log=loud', 'loud'),
    ('f() { atc S --log=$1 ; return $?; }\nf loud || exit 1\nf info || exit 1', '$1'),
    ('f() { atc S --log=$1 ; }\nfor l in info loud; do f $l; done', '$1'),
    ('f() { for l in $1; do atc S --log=$l; done; }\nf "info loud"', '$l'),
    ('f() { local l; for l in "$@"; do atc S --log=$l; done; }\nf info loud', '$l'),
    ('main() { conv info; conv loud; }\nconv() { atc S --log=$1; }\nmain "$@"', '$1'),
    ('L=loud\nexport L\nf() { atc S --log=$L; }\nf', '$L'),
    ('L=loud; readonly L\natc S --log=$L', '$L'),
    ('{\n atc S --log=loud\n} | tee x', 'loud'),
    ('! atc S --log=loud', 'loud'),
    ('atc S --log=loud & wait', 'loud'),
    ('time -p atc S --log=loud', 'loud'),
    ('source a.sh; L=loud; atc S --log=$L', '$L'),
    ('L=loud\n. ./over.sh\natc S --log=$L', '$L'),
    ('exec > >(tee log) 2>&1\natc S --log=loud', 'loud'),
    ('A=( S)\nif x; then A=( S --log=loud); fi\natc "${A[@]}"', 'loud'),
    ('A=( S)\nif x; then A+=(--log=loud); fi\n[ $X ] && A+=(--log=info)\natc "${A[@]}"', 'loud'),
    ('A=( S)\ncase $X in a) A+=(--log=info);; b) A+=(--log=loud);; esac\natc "${A[@]}"', 'loud'),
    ('A=(*.onnx)\n'
        'for a in "${A[@]}"; do atc --model=$a --framework=5 --output=o '
        '--soc_version=Ascend310P3 --log=loud; done', 'loud'),
]  # fmt: skip


@pytest.mark.parametrize(("script", "place"), FOUND)
def test_what_is_certain(script: str, place: str) -> None:
    assert found_in(script) == [("JB002", place)]


NOT_FOUND = [
    'L=loud\nfix() { L=info; }\nfix\natc S --log=$L',
    'L=loud\nfix() { if [ $1 ]; then return; fi; L=info; }\nfix\natc S --log=$L',
    'L=loud\neval "L=info"\natc S --log=$L',
    'L=loud\nread -r L\natc S --log=$L',
    'L=loud\n(( L = 3 ))\natc S --log=$L',
    'L=loud\nlet L=3\natc S --log=$L',
    'L=loud\nprintf -v L "%s" info\natc S --log=$L',
    'L=loud\nmapfile -t L < f\natc S --log=$L',
    'L=loud\necho info | read L\natc S --log=$L',
    'L=loud\nfor L in info debug; do :; done\natc S --log=$L',
    'for L in info loud; do :; done\natc S --log=$L',
    'L=info\nwhile true; do\n atc S --log=$L\n L=loud\ndone',
    'until atc S --log=$L; do L=loud; done',
    'A=(--log=loud)\nA=()\natc S "${A[@]}"',
    'A=(--log=loud)\nA[0]=--log=info\natc S "${A[@]}"',
    'A=(--log=loud)\nunset A\natc S "${A[@]}"',
    'A=(--log=loud)\nunset "A[0]"\natc S "${A[@]}"',
    'A=(--log=loud --log=info)\natc S ${A[1]}',
    'A=(info loud)\natc S --log=${A[0]} \natc S --log=${A[1]}',
    'A=(info loud)\natc S --log=$A',
    'A=(--log=loud)\natc S "${A[@]:1}"',
    'A=(--log=loud)\natc S "${A[@]/loud/info}"',
    'L=loud\natc S --log=${L/loud/info}',
    'L=loud\natc S --log=${L%oud}evel',
    'L=LOUD\natc S --log=${L,,}',
    'L=loud\natc S --log=${!L}',
    'declare -n R=L\nL=loud\nR=info\natc S --log=$L',
    'f() { atc S --log=$1; }\nf "$@"\nf $X loud',
    'f() { while [ $# -gt 0 ]; do case $1 in -l) L=$2; shift;; esac; shift; done; '
        'atc S --log=$L; }\n'
        'f -l loud',
    'f() { [ $# -lt 2 ] && return 1; atc S --log=$2; }\nf loud',
    'f() { if [ $# -lt 2 ]; then echo usage; exit 1; fi; atc S --log=$1; }\nf loud',
    'f() { case $1 in a) L=info;; *) L=$1;; esac; atc S --log=$L; }\nf a\nf debug',
    'f() { test -n "$1" || set -- info; atc S --log=$1; }\nf ""',
    'f() { [ "$1" ] && L="--log=$1"; atc S $L; }\nf ""\nf info',
    'for l in info loud; do [ $l = loud ] && l=debug; atc S --log=$l; done',
    'for l in info loud; do if [ $l = loud ]; then break; fi; atc S --log=$l; done',
    'for l in info loud; do case $l in loud) continue;; esac; atc S --log=$l; done',
    'for l in info loud; do [[ $l == loud ]] && continue\n atc S --log=$l; done',
    'for l in info loud; do [[ $l != loud ]] || continue; atc S --log=$l; done',
    'for l in info loud; do x=$l; [ $x = loud ] && continue; atc S --log=$l; done',
    'n=0\n'
        'for l in info loud; do n=$((n+1)); [ $n -gt 1 ] && break; atc S --log=$l; '
        'done',
    'for l in info loud; do echo $l | grep -q loud && continue; atc S --log=$l; done',
    'for l in info loud; do ok=$(check $l); if [ "$ok" != y ]; then continue; fi; '
        'atc S --log=$l; done',
    'for l in info loud; do check $l || continue; atc S --log=$l; done',
    'for l in info loud; do if check $l; then atc S --log=$l; fi; done',
    'for l in info loud; do grep -q $l f; if [ $? -eq 0 ]; then atc S --log=$l; fi; '
        'done',
    'for l in info loud; do grep -q $l f; rc=$?; if [ $rc -eq 0 ]; then atc S '
        '--log=$l; fi; done',
    'for l in info loud; do grep -q $l f\n'
        ' [ $? -ne 0 ] && continue\n'
        ' atc S --log=$l; done',
    'for l in info loud; do (( n++ )) && continue; atc S --log=$l; done',
    'for l in info loud; do atc S --log=$l; exit; done',
    'for l in info loud; do atc S --log=$l; break; done',
    'for l in info loud; do atc S --log=$l && break; done',
    'for l in info loud; do if atc S --log=$l; then break; fi; done',
    'ok() { [ "$l" != loud ]; }\n'
        'for l in info loud; do ok || continue; atc S --log=$l; done',
    'ok() { [ "$l" != loud ]; }\n'
        'for l in info loud; do if ok; then atc S --log=$l; fi; done',
    'ok() { [ "$l" != loud ]; }\nfor l in info loud; do ok && atc S --log=$l; done',
    'set -e\nfor l in info loud; do\n [ $l != loud ]\n atc S --log=$l\ndone',
    'for ((i=0;i<2;i++)); do L=${A[$i]}; atc S --log=$L; done',
    'while read l; do atc S --log=$l; done <<EOF\ninfo\nloud\nEOF',
    'select l in info loud; do atc S --log=$l; done',
    'for l; do atc S --log=$l; done',
    'for l in *.x; do atc S --log=$l; done',
    'for l in l{1,2}; do atc S --log=$l; done',
    "L=loud; export L\nbash -c 'atc S --log=$L'",
    'ssh h <<EOF\nL=info\natc S --log=\\$L\nEOF',
    'sudo cp atc -r /opt\n'
        'sudo rm -rf /usr/local/atc -v\n'
        'time ls -l /usr/local/bin/atc -d\n'
        '',
    'sudo grep -c "atc --log=loud" f',
    'docker cp x:/atc -a\n'
        'docker rm -f atc -v\n'
        'docker logs atc --tail 5\n'
        'docker image ls atc -a\n'
        'docker start atc -i',
    'docker run --name atc --rm img python x.py --log=loud',
    'docker exec atc ls --all',
    'find . -name atc -type f',
    'find / -name atc -exec ls -l {} \\;',
    'echo a | xargs -I{} echo atc --log={}',
    'ls | xargs -n1 echo atc --log=loud',
    'parallel echo atc --log={} ::: a',
    'parallel atc S --log={} ::: info loud',
    'parallel "[ {} = a ] || atc S --log={}" ::: a',
    'xargs -a list -n 1 atc S --log',
    'xargs atc',
    'env | grep atc -i',
    'command -v atc || { echo no --atc; exit; }',
    'type atc; which atc -a; whereis atc -b; hash atc -r',
    'trap "atc S --log=loud" EXIT',
    'alias atc="atc --log=loud"',
    'atc() { echo "$@"; }\natc S --log=loud',
    'run() { echo "$@"; }\nrun atc S --log=loud',
    'log() { echo "[$(date)] $*"; }\nlog "atc S --log=loud"',
    'CMD="atc S --log=loud"\necho $CMD\nlogger "$CMD"',
    'CMD="atc S --input_shape=\'x:1,3\'"\n$CMD',
    'O="S"\nif [ $A ]; then O="--log=debug $O"; fi\natc $O',
    'O=""\nfor x in a b; do O="$O --$x"; done\natc S $O',
    'O=""\nfor x in log=info precision_mode=fp16; do O="$O --$x"; done\natc S $O',
    'O=\nwhile [ $1 ]; do O+=" $1"; shift; done\natc S $O',
    'O="--log=info"\nO=${O/info/loud}\natc S $O',
    'set -x a\natc S --log=$1',
    'set -- $(getopt -o a -- "$@")\natc S --log=$1',
    'set -- --log=loud\n[ $X ] && shift\natc S "$@"',
    'L=info || L=loud\natc S --log=$L',
    'L=loud\ncase $X in a) L=info;; *) L=debug;; esac\natc S --log=$L',
    'L=loud\nif [ $X ]; then exit 1; else L=info; fi\natc S --log=$L',
    'L=loud atc S --log=$L',
    'L=info\nL=loud atc S --log=$L',
    'L=info\nL=loud M=$L\natc S --log=$M',
    'f() { atc S --log=$L; }\nL=info f',
    'L=loud\nf() { atc S --log=$L; }\nL=info f',
    'f() { local a=("$@"); atc S --log=${a[0]} "${a[@]:1}"; }\nf loud x',
    'f() { local IFS=,; atc S --log="$*"; }\nf info',
    'f() { atc S --input_shape="$*"; }\nf "x:1,3" "y:1"',
    'IFS=,\nV="--log=info,--output_type=FP32"\natc S $V',
    'f() {\n  cat <<EOF\natc S --log=loud\nEOF\n}\nf',
    'f() ( atc S --log=$1 )\nf loud',
    'if x; then\nf() { atc S --log=info; }\nelse\nf() { atc S --log=$1; }\nfi\nf loud',
    'L=loud\n[ "$L" = loud ] && L=info\natc S --log=$L',
    'L=loud\nwhile :; do L=info; break; done\natc S --log=$L',
    'x=$(L=loud; echo $L)\natc S --log=$L',
    '(L=loud)\natc S --log=$L',
    'L=info\nx | while read y; do L=loud; done\natc S --log=$L',
    'local L\natc S --log=$L',
    'declare -A M=([a]=loud [b]=info)\natc S --log=${M[a]}',
    'declare -A M=([a]=loud [b]=info)\nfor v in "${M[@]}"; do atc S --log=$v; done',
    'for p in a:loud b:info; do IFS=: read m l <<< $p; atc S --log=$l; done',
    '$SUDO atc S --log=loud\n',
    'SUDO=\n$SUDO atc S --log=loud\n',
    'ATC="echo atc"\n$ATC S --log=loud\n',
    'ATC=echo\n$ATC S --log=loud\n',
    'sh -c "grep atc --x"',
    'ssh h "echo atc --log=loud"\nssh h ls atc -l\nssh -i key h -t atc S --log=loud',
    'tmux new -d -s a "atc S --log=loud"',
    'screen -dmS a atc S --log=loud',
    'A=info\nf() { if [ $X ]; then return; fi; A=loud; return 0; }\nf\natc S --log=$A',
    'f() {\n'
        '  while [[ $# -gt 0 ]]; do case $1 in --log) L=$2; shift 2;; *) A+=("$1"); '
        'shift;; esac; done\n'
        '  atc S --log=${L:-info} "${A[@]}"\n'
        '}\n'
        'f --log loud --x',
    'A=( S)\nif x; then A=( --log=loud); fi\natc "${A[@]}"',
    'A=( S --log=info)\nif x; then A+=(--log=debug); fi\natc "${A[@]}"',
    'A=( S)\nif x; then A+=(--log=info); else A+=(--log=debug); fi\natc "${A[@]}"',
    'A=( S)\nif x; then A+=(--modify_mixlist=$F --precision_mode=allow_mix_precision); fi\n'
        'atc "${A[@]}"',
    'log() { echo "$1"; }\nlog "atc S --log=loud"\nlog atc --log=loud',
    'check() { command -v "$1" >/dev/null || exit 1; }\n'
        'check atc\n'
        'check "atc --log=loud"',
    'test_atc() { which "$@"; }\ntest_atc atc --x',
    'set -- loud\nfor l; do atc S --log=$l; done',
    'coproc atc S --log=loud',
    'while read -r a b; do atc S --log=$b; done < <(cat f)',
    'mapfile -t A < <(ls)\natc S "${A[@]}"',
    'A=($(ls))\natc S --log=${A[0]}',
    'read -a A <<< "info loud"\natc S --log="${A[1]}"',
    'V=loud\nV=${1:-$V}\natc S --log=$V',
    'V=loud\ngetopt_it() { V=$2; }\ngetopt_it "$@"\natc S --log=$V',
    'V=loud\ng() { eval "$1=info"; }\ng V\natc S --log=$V',
    'V=loud\ng() { printf -v "$1" info; }\ng V\natc S --log=$V',
    'V=loud\ng() { local -n r=$1; r=info; }\ng V\natc S --log=$V',
    'V=loud\ng() { read -r "$1" < f; }\ng V\natc S --log=$V',
    'V=loud\neval "$(cat conf)"\natc S --log=$V',
    'V=loud\n'
        'while IFS="=" read -r k v; do export "$k=$v"; done < .env\n'
        'atc S --log=$V',
    'V=loud\nfor kv in "$@"; do eval "$kv"; done\natc S --log=$V',
    'V=loud\nfor kv in "$@"; do export "$kv"; done\natc S --log=$V',
    'V=loud\ndeclare "$k=$v"\natc S --log=$V',
]  # fmt: skip


@pytest.mark.parametrize("script", NOT_FOUND)
def test_what_is_not(script: str) -> None:
    assert found_in(script) == []


MAY_BE = [
    'MODE=${1:-none}\natc S --precision_mode=$MODE',
    'for m in a b; do\n'
        ' if grep -q $m list; then L=loud; else L=info; fi\n'
        ' atc S --log=$L\n'
        'done',
    'L=loud\n: "${L:=info}"\natc S --log=$L',
    'f() { atc S --log=${1:-info}; }\nf\nf loud',
    'x && { L=loud; }\natc S --log=$L',
    'case $X in\n(a) L=loud;;\n(b|c) L=info;;\nesac\natc S --log=$L',
    'L=loud\ncase $X in a) L=info;; esac\natc S --log=$L',
    'L=loud\nif [ "$DEBUG" ]; then L=debug; fi\natc S --log=$L',
    'L=$1\nL=${L:-loud}\natc S --log=$L',
    'case $1 in\n a) if x; then L=loud; fi ;;\n *) L=info ;;\nesac\natc S --log=$L',
    'V=${V:-loud}\natc S --log=$V',
    'V=loud\n[ $# -gt 0 ] && V=$1\natc S --log=$V',
    'V=loud\n[ $# -gt 0 ] || V=info\natc S --log=$V',
    'V=loud\ntest -z "$1" || { V=$1; }\natc S --log=$V',
    'V=loud\nif [ "$1" ]; then V=$1; fi\natc S --log=$V',
    'V=loud\n((X)) && V=info\natc S --log=$V',
    'V=loud\nfalse && V=info; atc S --log=$V',
    'V=loud; $X && V=info\natc S --log=$V',
    'V=${1:-loud}\nif [ "$1" ]; then M=a; else M=b; fi\natc S --log=$V',
    'V=${1:-loud}\n[ "$1" ] && M=a\natc S --log=$V',
    'V=${1:-loud}\ncase $1 in a) M=a;; *) M=b;; esac\natc S --log=$V',
]  # fmt: skip
"""A value that a variable has in one branch, or where nothing else is given."""


@pytest.mark.parametrize("script", MAY_BE)
def test_what_may_be(script: str) -> None:
    assert len(found_in(script)) == 1


PIECES = ["for a in info loud; do ", "while x; do ", "done\n", "if [ $a ]; then ", "else ", "fi\n",
          "case $a in ", "b) ", ";; ", "esac\n", "f() { ", "}\n", "f loud; ", "L=loud\n", "L+=x ",
          "A=(--log=loud)\n", "A+=($L)\n", 'atc "${A[@]}" --log=$L\n', 'atc --log=$1 "$@"\n',
          "set -- x $L\n", "shift\n", "&& ", "|| ", "| ", "( ", ") ", "continue\n", "return\n",
          "local L=$a\n", "bash -c ", "'", '"', "$(", "((", "<<E\n", "E\n", "\n", "sudo ",
          "docker run -v ", "xargs -I% ", "parallel ", "find -exec ", "\\;", "ssh h ",
          "eval "]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_script_is_read(script: str) -> None:
    source = Source("run.sh", script.encode())
    for job in atc_commands.read(source).jobs:
        for setting in job.settings:
            for span in (setting.span, setting.key_span, setting.value_span):
                assert 0 <= span.start <= span.end <= len(script)
    found_in(script)


@pytest.mark.parametrize(
    "piece",
    ["(((", "( a; ", "if a; then\n", "for a in b; do\n", "f() {\n f\n}\n", "A+=1\n", "a && ",
     "case a in\nb) x;; esac\n", "for x in a b c; do for y in a b c; do ", "[ $A ] && exit\n",
     "f() { atc --x=$1; f a; f b; }\nf a\n", "for a in 1 2 3; do\natc --x=$a\ndone\n",
     'A=(x y)\nB=("${A[@]}" "${A[@]}")\nA=("${B[@]}" "${B[@]}")\n', 'set -- "$@" "$@" x\n'],
)  # fmt: skip
def test_work_is_bounded_by_the_length(piece: str) -> None:
    """Loops and calls within each other are followed a number of times in all."""
    assert sum(1 for _ in commands_in(piece * 1_000)) <= 10_000


def test_calls_that_double_each_other_end() -> None:
    functions = (f"f{i}() {{ f{i + 1} a; f{i + 1} b; }}\n" for i in range(60))
    assert len(list(commands_in("".join(functions) + "f0 x\n"))) < 1_000


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("L=${1:-loud}\natc S --log=$L", "loud"),
        ('atc S --log="${L-loud}"', "loud"),
        (': ${L:="loud"}\natc S --log=$L', "loud"),
        ("L=loud\nL=${L:-info}\natc S --log=$L", "$L"),
        ("L=info\nL=${L:-loud}\natc S --log=$L", None),
        ('if [ "$X" ]; then L=loud; else L=info; fi\nM=$L\natc S --log=$M', "loud"),
        ('if [ "$X" ]; then L=loud; else L=info; fi\n[ "$X" ] || atc S --log=$L', None),
        ("L=${1:-loud}\n[ $L = loud ] && exit\natc S --log=$L", None),
        ("L=${1:-<level>}\natc S --log=$L", None),
        ('L=${1:-loud}\nif [ -n "$1" ]; then atc S --log=$L; fi', None),
        ('L=${1:-loud}\nif [ -z "$1" ]; then L=info; fi\natc S --log=$L', None),
        ('L=${1:-loud}\n[ -z "$1" ] && exit\natc S --log=$L', None),
        ('L=${1:-loud}\nif [ -z "$1" ]; then exit 1; fi\natc S --log=$L', None),
        ('L=${1:-loud}\nif [ -z "$1" ]; then L=$(cat log); fi\natc S --log=$L', None),
        ('${ATC:-atc} S --log=loud', "loud"),
    ],
)  # fmt: skip
def test_where_a_value_that_may_be_is_written(script: str, text: str | None) -> None:
    assert found_in(script) == ([] if text is None else [("JB002", text)])
