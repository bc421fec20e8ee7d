#!/bin/sh
# The hook of a coding agent: says no unless the worker says yes. Usage: launch.sh ask|note
# Exit 0 only if the worker has ended with 0 and its last line is the mark; anything else is exit 2 with words on standard error, the
# one answer that every agent takes as a no. `connect` writes where Node is.
node=@NODE@
no() { printf 'Countersign: not run. %s\n' "$1" >&2; exit 2; }
here=$(cd "${0%/*}" 2>/dev/null && pwd) || no 'The folder of the hook is missing.'
if [ "$1" = note ]; then
  "$node" "$here/worker.mjs" note >/dev/null 2>&1
  exit 0
fi
[ "$1" = ask ] || no 'The hook is not set up correctly.'
out="$here/answer.$$"
worker=
trap 'rm -f "$out"' EXIT
trap '[ -n "$worker" ] && kill "$worker" 2>/dev/null; no "The agent stopped the hook before it was decided."' TERM INT HUP
umask 077
set -C
: >"$out" || no 'The answer of the worker could not be kept.'
set +C
exec 3<&0
"$node" "$here/worker.mjs" ask <&3 >"$out" &
worker=$!
wait "$worker"
code=$?
[ "$code" -eq 3 ] && exit 2 # The worker has said why.
[ "$code" -eq 0 ] || no "No decision was stored (the worker ended with $code)."
verdict=
mark=
{ IFS= read -r verdict && IFS= read -r mark; } <"$out" || no 'The answer was incomplete.'
[ "$mark" = countersign-end ] || no 'The answer was incomplete.'
[ "$verdict" = - ] || printf '%s\n' "$verdict" || no 'The answer could not be given.'
exit 0
