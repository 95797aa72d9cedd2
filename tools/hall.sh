#!/usr/bin/env bash
# hall.sh CUTAWAY FOLDER [LANGUAGE[-THEME]...]: gives the whole lecture of docs/lecture.md in a real window, on a screen of 1366 x 768
# with a window manager's frame, with the keys of a clicker, and leaves a screenshot of every step in FOLDER. Without words it does so
# in both languages and all themes. Every third step it leaves F5 and comes back, and says where the window is not as it was; in the
# middle it closes the program and opens it again. Then a recorded trace, a model of 30 layers, and a text of 400 tokens.
set -euo pipefail

# Programs, each with its package of Debian.
needed=(Xvfb:xvfb openbox:openbox xdotool:xdotool import:imagemagick)
size=1366x768
patience=40 # looks at the screen, until it is still or a window is there

die() {
  printf 'hall.sh: %s\n' "$1" >&2
  exit 1
}

[ $# -ge 2 ] || die 'expected CUTAWAY FOLDER [LANGUAGE[-THEME]...]'
cutaway=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- en-light en-dark en-projector zh_CN-light zh_CN-dark zh_CN-projector

missing=()
for entry in "${needed[@]}"; do
  command -v "${entry%%:*}" >/dev/null || missing+=("${entry#*:}")
done
[ ${#missing[@]} -eq 0 ] || die "missing programs: apt-get install ${missing[*]}"

models="${CUTAWAY_DATA_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/cutaway}/models"
HOME=$(mktemp -d) # settings of nobody, and no session that another run left
export HOME
export CUTAWAY_DATA_DIR="$HOME/data"
mkdir "$CUTAWAY_DATA_DIR"
[ ! -d "$models" ] || ln -s "$(realpath "$models")" "$CUTAWAY_DATA_DIR/models"
unset XDG_CONFIG_HOME WAYLAND_DISPLAY QT_QPA_PLATFORM
processes=()
finish() {
  for process in "${processes[@]}"; do
    kill "$process" 2>/dev/null || true
  done
  rm -rf "$HOME"
}
trap finish EXIT

: >"$HOME/display" # there before Xvfb has written to it
Xvfb -displayfd 1 -screen 0 "${size}x24" -nolisten tcp >"$HOME/display" 2>/dev/null & # takes a display that is free
processes+=($!)
for ((try = 0; try < patience; ++try)); do
  DISPLAY=":$(cat "$HOME/display")"
  export DISPLAY
  xdotool getdisplaygeometry >/dev/null 2>&1 && break
  sleep 0.5
done
openbox >/dev/null 2>&1 &
processes+=($!)
for ((try = 0; try < patience; ++try)); do
  xdotool get_num_desktops >/dev/null 2>&1 && break # asks the window manager
  kill -0 $! 2>/dev/null || die 'openbox does not start'
  sleep 0.5
done

# shot NAME: the screen, as soon as some looks at it in a row are the same: a picture that waits for its run is still, too.
shot() {
  local before='' now try same=0
  for ((try = 0; try < patience && same < 4; ++try)); do
    now=$(import -window root rgb:- | md5sum)
    [ "$now" = "$before" ] && same=$((same + 1)) || same=0
    before=$now
    sleep 0.3
  done
  import -window root "$folder/$1.png"
  printf '%s\n' "$1"
}

# start WORDS...: opens the window and waits for it.
start() {
  local try
  "$cutaway" "$@" &
  window=$!
  processes+=("$window")
  for ((try = 0; try < patience; ++try)); do
    xdotool search --onlyvisible --name Cutaway >/dev/null 2>&1 && break
    kill -0 "$window" 2>/dev/null || die "cutaway $* ended"
    sleep 0.5
  done
  sleep 2
}

stop() {
  local try
  xdotool key ctrl+q
  for ((try = 0; try < patience; ++try)); do
    kill -0 "$window" 2>/dev/null || break
    sleep 0.5
  done
  kill "$window" 2>/dev/null && die 'Ctrl+Q does not close the window'
  wait "$window" || die 'the program did not end well'
}

key() {
  xdotool key "$1"
  sleep 0.6
}

# above_status FILE: the pixels of a screenshot without the status line, which says how long the run took.
above_status() {
  convert "$1" -gravity south -chop 0x40 rgb:- | md5sum
}

# as_before NAME: F5 and back leaves the screen as it was.
as_before() {
  key F5
  shot "$1-window"
  key F5
  key F5
  shot "$1-again"
  [ "$(above_status "$folder/$1-window.png")" = "$(above_status "$folder/$1-again.png")" ] ||
    printf '%s: after F5 and back the window is not as it was\n' "$1" >&2
  key F5
}

# lecture LANGUAGE THEME
lecture() {
  local name="$1-$2" list steps step
  list=$(dirname "$cutaway")/../share/cutaway/lectures/lecture.$1.json
  steps=$(grep -c '"figure"' "$list")
  start --lang "$1" --theme "$2"
  shot "$name-00"
  key F5
  for ((step = 1; step <= steps; ++step)); do
    key Next
    shot "$(printf '%s-%02d' "$name" "$step")"
    if ((step % 3 == 0)); then
      as_before "$(printf '%s-%02d' "$name" "$step")"
    fi
    if ((step == steps / 2)); then
      key b
      shot "$name-black"
      key Escape
      key F5
      stop
      start "$list" --lang "$1" --theme "$2"
      shot "$name-reopened"
      key F5
      local back
      for ((back = 1; back < step; ++back)); do
        key Next
      done
    fi
  done
  key Prior
  shot "$name-back"
  stop
}

# with_model NAME WORDS...: a run of its own, in the window and in F5, through all pages.
with_model() {
  local name=$1 page
  shift
  start "$@"
  shot "$name"
  key F5
  for ((page = 1; page <= 15; ++page)); do
    key ctrl+Tab
    shot "$(printf '%s-page-%02d' "$name" "$page")"
  done
  stop
}

for words in "$@"; do
  if [[ $words == *-* ]]; then
    lecture "${words%-*}" "${words#*-}"
  else
    for theme in light dark projector; do
      lecture "$words" "$theme"
    done
  fi
done

"$cutaway" trace --model main --text 'Repeat: red dog chair cup. Again: red dog' -o "$HOME/recorded.safetensors" >/dev/null
with_model trace "$HOME/recorded.safetensors"
if "$cutaway" list models | grep -q '^smollm2'; then
  with_model deep smollm2
else
  with_model deep untrained --set sizes.layers=30
fi
long=$(for ((i = 0; i < 67; ++i)); do printf 'The cat sees the dog. '; done)
with_model long main --text "$long"
printf 'screenshots: %s\n' "$folder"
