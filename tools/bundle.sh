#!/usr/bin/env bash
# bundle.sh BUILD OUT: the program with the libraries, Qt plugins and fonts that it uses, in one folder that runs from anywhere,
# and a tar of it. The licences of what it carries are in its folder licences. Made on Debian from the packages that are installed.
set -euo pipefail
build=$1
out=$2
export LC_ALL=C.UTF-8
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=cutaway-$version-linux-$(dpkg --print-architecture)
folder=$out/$name
rm -rf "$folder" "$folder.tar.xz"
mkdir -p "$folder"
cmake --install "$build" --prefix "$folder" --strip >/dev/null
mkdir "$folder"/{lib,plugins,fonts,licences,translations}

carried=() # every file that is not ours, as the system has it
qt=$(qmake6 -query QT_INSTALL_PLUGINS)
for plugin in platforms/lib{qxcb,qoffscreen}.so iconengines/libqsvgicon.so imageformats/libqsvg.so; do
  mkdir -p "$folder/plugins/${plugin%/*}"
  cp "$qt/$plugin" "$folder/plugins/$plugin"
  carried+=("$qt/$plugin")
done
for file in "$(qmake6 -query QT_INSTALL_TRANSLATIONS)"/qtbase_*.qm; do
  cp "$file" "$folder/translations/"
  carried+=("$file")
done
while read -r file; do
  cp "$file" "$folder/fonts/"
  carried+=("$file")
done < <(dpkg -L fonts-inter fonts-dejavu-core fonts-wqy-microhei fonts-cmu fonts-liberation | grep -E '\.(ttf|otf|ttc)$' | sort)

# The C and C++ libraries are the system's: those of its display drivers may be newer than ours.
system='/(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s))\.so'
while read -r library; do
  cp -L "$library" "$folder/lib/"
  carried+=("$(realpath "$library")")
done < <(ldd "$folder/bin/cutaway" "$folder"/plugins/*/*.so | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | grep -vE "$system" | sort -u)

# The package of each file brings its licence. A file may be known to dpkg without the /usr of a merged root.
while read -r package; do
  cp -L "/usr/share/doc/$package/copyright" "$folder/licences/$package"
done < <(for file in "${carried[@]}"; do dpkg -S "$file" 2>/dev/null || dpkg -S "${file#/usr}"; done | sed 's/:.*//' | sort -u)
cp LICENSE "$folder/LICENSE"

mkdir "$folder/etc"
cat >"$folder/etc/fonts.conf" <<'END'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">../fonts</dir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
END
printf '[Paths]\nPrefix = ..\nPlugins = plugins\nTranslations = translations\n' >"$folder/bin/qt.conf"
cat >"$folder/cutaway" <<'END'
#!/bin/sh
# Runs the program with the libraries and fonts of this folder.
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
FONTCONFIG_FILE=$here/etc/fonts.conf
export LD_LIBRARY_PATH FONTCONFIG_FILE
exec "$here/bin/cutaway" "$@"
END
chmod +x "$folder/cutaway"
tar -C "$out" --sort=name --owner=0 --group=0 --numeric-owner -c "$name" | xz -T0 >"$folder.tar.xz"
printf '%s: %s, unpacked %s, %s libraries, licences of %s packages\n' "$folder.tar.xz" "$(du -h "$folder.tar.xz" | cut -f 1)" \
  "$(du -sh "$folder" | cut -f 1)" "$(find "$folder/lib" -type f | wc -l)" "$(find "$folder/licences" -type f | wc -l)"
