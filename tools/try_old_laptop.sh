#!/usr/bin/env bash
# try_old_laptop.sh [CTEST ARGUMENTS]: the tests of build/release as on an old laptop: the plainest loops of every library (x86-64
# without AVX) and 4 GiB of addresses for each process. `-R '^core/'` and the like choose among the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export CUTAWAY_KERNELS=baseline ONEDNN_MAX_CPU_ISA=SSE41 DNNL_MAX_CPU_ISA=SSE41
ulimit -v $((4 * 1024 * 1024))
exec ctest --test-dir build/release --output-on-failure "$@"
