#!/usr/bin/env bash
# check_package.sh FILE.deb: what Debian and the desktop say of a package. Quiet but for lintian's overrides
# (resources/desktop/lintian-overrides) and that of check_desktop.sh, each with its reason.
set -euo pipefail
package=$(realpath "$1")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
dpkg-deb --extract "$package" "$root"

lintian --fail-on error,warning --allow-root "$package"
"$(dirname "$0")/check_desktop.sh" "$root/usr"
for page in "$root"/usr/share/man/man1/*.gz "$root"/usr/share/man/zh_CN/man1/*.gz; do
  # Without a date: the pages are of the version that they name.
  said=$(LC_ALL=C.UTF-8 mandoc -T lint -W warning "$page" | grep -v 'missing date' || true)
  [ -z "$said" ] || { printf '%s\n' "$said" && exit 1; }
done
bash -n "$root/usr/share/bash-completion/completions/cutaway"
printf 'nothing to complain about\n'
