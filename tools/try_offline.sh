#!/usr/bin/env bash
# try_offline.sh BUILD [PART]: runs the tests, or those with PART in their names, and looks at every socket that they and the program
# open. Those of this machine (display, clipboard) are allowed, any other is said and fails.
set -euo pipefail
calls=$(mktemp)
trap 'rm -f "$calls"' EXIT

strace --seccomp-bpf -f -qq -e trace=socket,connect,sendto,bind -o "$calls" \
  ctest --test-dir "$1" ${2:+-R "$2"} --output-on-failure || printf 'a test failed: its sockets were looked at as well\n' >&2
if grep 'AF_' "$calls" | grep -v AF_UNIX; then
  printf 'the calls above reach for the network\n' >&2
  exit 1
fi
printf '%s calls, all of them of this machine\n' "$(grep -c 'AF_' "$calls" || true)"
