#!/usr/bin/env bash
# check_package.sh FILE.deb: what Debian and the desktop say of a package. Quiet but for lintian's overrides
# (resources/desktop/lintian-overrides) and the one below, each with its reason.
set -euo pipefail
package=$(realpath "$1")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
dpkg-deb --extract "$package" "$root"

# An id of AppStream begins with a domain that the project owns; it owns none, and does not make one up.
overrides=cid-desktopapp-is-not-rdns=info

run() {
  printf '  %s\n' "${*##*/}"
  "$@"
}
run lintian --fail-on error,warning --allow-root "$package"
run desktop-file-validate "$root/usr/share/applications/cutaway.desktop"
run appstreamcli validate --no-net --override="$overrides" "$root/usr/share/metainfo/cutaway.metainfo.xml"
run xmllint --noout "$root/usr/share/metainfo/cutaway.metainfo.xml" "$root/usr/share/mime/packages/cutaway.xml" \
  "$root/usr/share/icons/hicolor/scalable/apps/cutaway.svg"
mkdir "$root/mime"
cp -r "$root/usr/share/mime/packages" "$root/mime/"
run update-mime-database "$root/mime" 2>/dev/null # which says that nobody will look for it there
for page in "$root"/usr/share/man/man1/*.gz "$root"/usr/share/man/zh_CN/man1/*.gz; do
  # Without a date: the pages are of the version that they name.
  said=$(LC_ALL=C.UTF-8 mandoc -T lint -W warning "$page" | grep -v 'missing date' || true)
  [ -z "$said" ] || { printf '%s\n' "$said" && exit 1; }
done
run bash -n "$root/usr/share/bash-completion/completions/cutaway"
printf 'nothing to complain about\n'
