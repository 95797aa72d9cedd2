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

# A file is opened by what it is: each type that is described is one that the entry opens, and a session has its own.
described=$(sed -n 's/.*<mime-type type="\([^"]*\)".*/\1/p' "$share/mime/packages/cutaway.xml" | sort)
opened=$(sed -n 's/^MimeType=//p' "$share/applications/cutaway.desktop" | tr ';' '\n' | sed '/^$/d' | sort)
if [ "$described" != "$opened" ]; then
  printf 'types that are described: %s\ntypes that are opened: %s\n' "$described" "$opened" >&2
  exit 1
fi
grep -qx '50:application/x-cutaway-session:\*.cutaway' "$scratch/mime/globs2" || {
  printf 'a file of the ending .cutaway is no session\n' >&2
  exit 1
}
