#!/bin/sh
# Counts one shard of a run: the number and how many there are come from Slurm or from Kubernetes.
#
#   shard.sh FOLDER gpm-arguments…      for instance  shard.sh /shared/house count graph.gpm house
#
# Each shard has a part FOLDER/I-of-N.json and, until that is there, a checkpoint: a shard that is killed and begun again goes on where
# it was. When all shards are done:  gpm merge FOLDER/*.json
#
# Tables (orbits, and counts --per-vertex or --per-edge) have parts FOLDER/I-of-N.part.zst and no checkpoint: a shard that is killed is begun
# anew, so there should be many. When all are done:  gpm merge FOLDER/*.part.zst --graph GRAPH -o TABLE.csv
#
# Lists have parts FOLDER/I-of-N.csv.zst, with a head line each and no checkpoint: the matches are those of all parts together.
set -eu

folder=$1
shift
if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    # An array such as 1-64.
    number=$SLURM_ARRAY_TASK_ID
    of=$SLURM_ARRAY_TASK_MAX
else
    # An indexed job: indices from 0 on, the number of completions in the manifest.
    number=$((JOB_COMPLETION_INDEX + 1))
    of=$COMPLETIONS
fi
name=$folder/$number-of-$of
case " $* " in
*" orbits "* | *" --per-vertex "* | *" --per-edge "* | *" --anchor "*)
    part=$name.part.zst
    set -- "$@" -o "$part"
    ;;
" list "*)
    part=$name.csv.zst
    set -- "$@" -o "$part"
    ;;
*)
    part=$name.json
    set -- "$@" -o "$part" --checkpoint "$name.checkpoint"
    ;;
esac
[ -e "$part" ] && exit 0
mkdir -p "$folder"
gpm "$@" --device "${GPM_DEVICE:-cpu}" --shard "$number/$of"
rm -f "$name.checkpoint"
