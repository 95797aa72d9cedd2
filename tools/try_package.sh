#!/usr/bin/env bash
# try_package.sh FILE.deb|BUNDLE.tar.xz [SUITE]: installs the package, or unpacks the bundle, in a clean Debian root (bookworm
# unless another suite is named), draws a figure there without a display, opens the window on an X server, takes a picture of it,
# and removes the package again: no file may be left. Says what each step took. Needs root, debootstrap and the mirror that apt
# of this system asks.
#
# The picture, the figure and the log stay in build/package-try. To look at the root afterwards: KEEP_ROOT=1.
set -euo pipefail
package=$(realpath "$1")
suite=${2:-bookworm}
case "$package" in *.deb) out=$PWD/build/package-try ;; *) out=$PWD/build/bundle-try-$suite ;; esac
display=97
rm -rf "$out"
mkdir -p "$out"

say() { printf '%s\n' "$*"; }
die() {
  say "try_package: $*" >&2
  exit 1
}
[ "$(id -u)" -eq 0 ] || die 'needs root'
command -v debootstrap >/dev/null || die 'needs debootstrap'

# The first mirror of Debian itself that apt uses here.
# shellcheck disable=SC2016 # apt fills that in
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
[ -n "$mirror" ] || die 'apt of this system names no mirror of Debian'

root=$(mktemp -d)
chmod 755 "$root" # people without rights enter it, too
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  for mount in proc dev/shm; do mountpoint -q "$root/$mount" && umount "$root/$mount"; done
  if [ -n "${KEEP_ROOT:-}" ]; then say "the root is $root"; else rm -rf --one-file-system "$root"; fi
}
trap finish EXIT

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
# A person without rights, whose home cannot be written.
as_person() {
  chroot --userspec=65534:65534 "$root" env -i PATH=/usr/bin:/bin HOME=/nonexistent LC_ALL=C.UTF-8 "DISPLAY=:$display" "$@"
}
since() { say "$1: $(($(date +%s%N) / 1000000 - $2)) ms"; }
now() { echo $(($(date +%s%N) / 1000000)); }
files() { find "$root" -xdev \( -path "$root/proc" -o -path "$root/dev" -o -path "$root/tmp" \) -prune -o -print | sort; }

# shellcheck disable=SC2016 # dpkg-query fills that in
packages() { inside dpkg-query -W -f '${binary:Package}\n' | sort; }

start=$(now)
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$out/debootstrap.log"
since "a clean root of $suite" "$start"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/shm"
mount -t tmpfs tmpfs "$root/dev/shm"

draw_figure() {
  local draw
  draw=$(now)
  say "$(as_person "$program" --version)"
  as_person "$program" export --figure attention --model main --text 'The capital of France is Paris.' -o /dev/shm/figure.png
  cp "$root/dev/shm/figure.png" "$out/figure.png"
  since 'a figure without a display' "$draw"
}
# An X server and what looks at it; what the program needs itself comes with it.
install_server() {
  inside apt-get update -qq
  inside apt-get install -y -qq --no-install-recommends xvfb xdotool imagemagick
}

if [[ $package == *.deb ]]; then
  program=cutaway
  cp "$package" "$root/cutaway.deb"
  {
    install_server
    inside apt-get install -y -qq --no-install-recommends --download-only /cutaway.deb
  } >"$out/apt.log" 2>&1
  files >"$out/before.txt"
  packages >"$out/packages-before.txt"
  start=$(now)
  inside apt-get install -y --no-install-recommends /cutaway.deb >>"$out/apt.log" 2>&1
  since 'installed, from downloaded packages' "$start"
  draw_figure
else
  mkdir -p "$root/opt"
  start=$(now)
  tar -C "$root/opt" -xf "$package"
  since 'unpacked' "$start"
  program=$(cd "$root" && printf '/%s' opt/cutaway-*/cutaway)
  draw_figure # before anything else is installed
  install_server >"$out/apt.log" 2>&1
  start=$(now)
fi

chroot "$root" Xvfb ":$display" -screen 0 1366x768x24 -nolisten tcp >"$out/xvfb.log" 2>&1 &
server=$!
wait_until() { # COMMAND...: for ten seconds at most
  local _
  for _ in $(seq 100); do
    "$@" && return 0
    sleep 0.1
  done
  return 1
}
answers() { as_person xdotool getdisplaygeometry >/dev/null 2>&1; }
wait_until answers || die 'no X server came'
opened=$(now)
as_person "$program" >"$out/window.log" 2>&1 &
window=$!
shown=$(as_person timeout 60 xdotool search --sync --onlyvisible --class cutaway | head -n 1)
[ -n "$shown" ] || die 'no window came'
since 'the window is there' "$opened"
[[ $package != *.deb ]] || since 'from downloaded packages to the window, with the figure' "$start"
sleep 8 # for its first picture
as_person import -window root png:/dev/shm/window.png
cp "$root/dev/shm/window.png" "$out/window.png"
as_person xdotool windowfocus --sync "$shown" key ctrl+q # there is no window manager that gives it the keys
ended() { ! kill -0 "$window" 2>/dev/null; }
wait_until ended || die 'the window does not close by Ctrl+Q'
wait "$window" || die "the window ended with $?: $(cat "$out/window.log")"
# The fonts of a bundle have no cache beside them, and this person's home cannot hold one.
complaints=$(grep -v '^Fontconfig error: No writable cache directories$' "$out/window.log" || true)
[ -z "$complaints" ] || die "the window complains: $complaints"
kill "$server"
server=''
say "pictures and logs: $out"
[[ $package == *.deb ]] || exit 0

inside apt-get purge -y -qq cutaway >>"$out/apt.log" 2>&1
inside apt-get autoremove -y -qq --purge >>"$out/apt.log" 2>&1
files >"$out/after.txt"
packages >"$out/packages-after.txt"
# But for what apt and dpkg write down themselves: logs, lists, downloads.
comm -13 "$out/before.txt" "$out/after.txt" | sed "s|^$root||" | grep -vE '^/var/(lib/(apt|dpkg)|cache|log)/' >"$out/left.txt" || true
! grep -qi cutaway "$out/left.txt" || die "left behind: $(grep -i cutaway "$out/left.txt")"
[ -z "$(find "$root/var/lib/dpkg/info" -name 'cutaway*')" ] || die 'dpkg still knows the package'
say 'files of the package that are left: none'
# apt keeps what a package that was there before recommends.
say "packages that came with it and stay: $(comm -13 "$out/packages-before.txt" "$out/packages-after.txt" | paste -sd ' ')"
