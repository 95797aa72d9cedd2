#!/usr/bin/env bash
# check_install.sh BUILD SCRATCH: `cmake --install` under DESTDIR, moved to another prefix, run there from a home that cannot be
# written. Says what does not hold and fails.
set -euo pipefail
build=$1
scratch=$2
source=$(realpath "$(dirname "$0")/../..")
rm -rf "$scratch"
mkdir -p "$scratch"

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

DESTDIR=$scratch/image cmake --install "$build" --prefix /usr >"$scratch/install.log"
[ "$(find "$scratch/image" -mindepth 1 -maxdepth 1)" = "$scratch/image/usr" ] || fail 'something is installed outside of the prefix'
mv "$scratch/image/usr" "$scratch/moved"
prefix=$scratch/moved
cutaway=$prefix/bin/cutaway

# A file where the home should be: nothing can be written there, whoever runs this.
: >"$scratch/home"
export HOME=$scratch/home XDG_CONFIG_HOME=$scratch/home/config XDG_DATA_HOME=$scratch/home/data
export XDG_CACHE_HOME=$scratch/home/cache QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
unset CUTAWAY_DATA_DIR
cd "$scratch"

models=$("$cutaway" list models)
grep -q '^main ' <<<"$models" || fail 'the moved program does not find its models'
"$cutaway" tokenize bpe-300 --text cat >/dev/null || fail 'the moved program does not find its tokenizers'
[ -n "$("$cutaway" list atlas)" ] || fail 'the moved program does not find its atlas'
"$cutaway" export --figure attention --model main --text 'a red dog' -o figure.svg || fail 'no figure is drawn'
grep -q '</svg>' figure.svg || fail 'the figure is not whole'
"$cutaway" --screenshot window.png --size 1366x768 || fail 'the window does not open'

for file in share/bash-completion/completions/cutaway share/zsh/vendor-completions/_cutaway \
  share/fish/vendor_completions.d/cutaway.fish share/applications/cutaway.desktop share/metainfo/cutaway.metainfo.xml \
  share/mime/packages/cutaway.xml share/icons/hicolor/scalable/apps/cutaway.svg share/doc/cutaway/copyright bin/cutaway-get; do
  [ -s "$prefix/$file" ] || fail "$file is not installed"
done
for folder in "$build/../../resources/"{models,lectures,lessons,atlas,tokenizers}; do
  [ -d "$prefix/share/cutaway/${folder##*/}" ] || fail "${folder##*/} are not installed"
done

# What the desktop's own validators say.
for validator in desktop-file-validate appstreamcli xmllint update-mime-database; do
  command -v "$validator" >/dev/null || fail "$validator is needed by this test: ./dev setup"
done
said=$("$source/tools/check_desktop.sh" "$prefix" 2>&1) || fail "$said"

page() { # LANGUAGE-FOLDER NAME: a manual page, packed or not
  local file=$prefix/share/man/$1man1/$2.1
  if [ -f "$file.gz" ]; then gzip -dc "$file.gz"; else cat "$file"; fi
}

# Every command and option of the program's own help is in the completions and in both manual pages.
commands=$("$cutaway" --help | sed -n 's/^  cutaway \([a-z]\+\) .*/\1/p')
[ "$(wc -l <<<"$commands")" -ge 12 ] || fail 'the help lists too few commands'
english=$(page '' cutaway) chinese=$(page zh_CN/ cutaway)
grep -q 'NAME' <<<"$english" || fail 'the manual page is not English'
grep -q '名称' <<<"$chinese" || fail 'the Chinese manual page is not Chinese'
for folder in '' zh_CN/; do
  [ -n "$(page "$folder" cutaway-get)" ] || fail "cutaway-get has no manual page in man/$folder"
done
zsh=$(cat "$prefix/share/zsh/vendor-completions/_cutaway") fish=$(cat "$prefix/share/fish/vendor_completions.d/cutaway.fish")
# shellcheck source=/dev/null
source "$prefix/share/bash-completion/completions/cutaway"
for command in $commands; do
  for manual in "$english" "$chinese"; do
    grep -q "^\.SS $command$" <<<"$manual" || fail "$command is not in a manual page"
  done
  # used by _cutaway
  COMP_WORDS=(cutaway "$command" -) COMP_CWORD=2 COMPREPLY=()
  _cutaway "$cutaway"
  while read -r option; do
    [[ " ${COMPREPLY[*]} " == *" $option "* ]] || fail "bash does not complete $command $option"
    grep -q -- "'\*${option}[=[]" <<<"$zsh" || fail "zsh does not complete $command $option"
    [[ $option == --* ]] && word="-l ${option#--}" || word="-s ${option#-}"
    grep -q -- "_from $command' $word " <<<"$fish" || fail "fish does not complete $command $option"
    for manual in "$english" "$chinese"; do
      grep -qF -- "\\fB${option//-/\\-}\\fR" <<<"$(sed -n "/^\.SS $command$/,/^\.S[SH]/p" <<<"$manual" | sed '$d')" \
        || fail "$command $option is not in a manual page"
    done
  done < <("$cutaway" "$command" --help | sed -n 's/^  \(-[-a-z]*\).*/\1/p')
done

# What is wrong is said, and nothing is written, where there is no home.
[ -z "$(find "$scratch" -newer "$scratch/install.log" -path "$scratch/home/*")" ] || fail 'something is written into the home'
rm -rf "$scratch"
