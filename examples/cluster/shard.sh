#!/bin/sh
# Counts one shard of a run: the number and how many there are come from Slurm or from Kubernetes.
#
#   shard.sh FOLDER gpm-arguments…      for instance  shard.sh /shared/house count graph.gpm house
#
# Each shard has a part FOLDER/I-of-N.json and, until that is there, a checkpoint: a shard that is killed and begun again goes on where
# it was. When all shards are done:  gpm merge FOLDER/*.json
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
part=$folder/$number-of-$of.json
[ -e "$part" ] && exit 0
mkdir -p "$folder"
gpm "$@" --device "${GPM_DEVICE:-cpu}" --shard "$number/$of" --checkpoint "$folder/$number-of-$of.checkpoint" -o "$part"
rm -f "$folder/$number-of-$of.checkpoint"
