#!/usr/bin/env bash
# check_desktop.sh PREFIX: what the validators of the desktop say of what is installed there. Quiet but for the override below.
set -euo pipefail
share=$1/share
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# An id of AppStream begins with a domain that the project owns; it owns none, and does not make one up.
overrides=cid-desktopapp-is-not-rdns=info

run() {
  printf '  %s\n' "${*##*/}"
  "$@"
}
run desktop-file-validate "$share/applications/cutaway.desktop"
run appstreamcli validate --no-net --override="$overrides" "$share/metainfo/cutaway.metainfo.xml"
run xmllint --noout "$share/metainfo/cutaway.metainfo.xml" "$share/mime/packages/cutaway.xml" \
  "$share/icons/hicolor/scalable/apps/cutaway.svg"
mkdir "$scratch/mime"
cp -r "$share/mime/packages" "$scratch/mime/"
run update-mime-database "$scratch/mime" 2>/dev/null # which says that nobody will look for it there
