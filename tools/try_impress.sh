#!/usr/bin/env bash
# try_impress.sh [FOLDER]: whether figures arrive in LibreOffice Impress with their words and cells. A figure of each kind is
# exported as SVG and PNG, put on slides as a paste does (a picture inside the document), and the slides are printed to PDF by
# LibreOffice without a display. The words of the SVG must be text there, its cells must be drawn and not an image.
# FOLDER (build/impress) has the slides as pictures afterwards, to look at. Needs libreoffice-impress and poppler-utils.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$(realpath -m "${1:-build/impress}") # LibreOffice takes no relative home
program=${CUTAWAY:-build/release/bin/cutaway}
figures=(attention residual output norm flow)

die() {
  printf 'try_impress: %s\n' "$1" >&2
  exit 1
}

for tool in soffice pdftotext pdfimages pdftoppm base64; do
  command -v "$tool" >/dev/null || die "$tool is missing (apt-get install libreoffice-impress poppler-utils)"
done
rm -rf "$folder"
mkdir -p "$folder"
export HOME=$folder/home # LibreOffice writes a profile
mkdir -p "$HOME"

# slide NAME FILE MIME: one page with the file as a picture, in its proportions as a paste has it: LibreOffice draws slanted words of
# a picture that is stretched as outlines.
slide() {
  printf '<draw:page draw:name="%s" draw:master-page-name="plain"><draw:frame svg:x="1.5cm" svg:y="1cm" svg:width="24cm" ' "$1"
  printf 'svg:height="13.5cm"><draw:image draw:mime-type="%s"><office:binary-data>' "$3"
  base64 "$2"
  printf '</office:binary-data></draw:image></draw:frame></draw:page>\n'
}

slides() {
  cat <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
  xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
  xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:automatic-styles><style:page-layout style:name="page">
<style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm" style:print-orientation="landscape"/>
</style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="plain" style:page-layout-name="page"/></office:master-styles>
<office:body><office:presentation>
XML
  slide "$1.svg" "$folder/$1.svg" image/svg+xml
  slide "$1.png" "$folder/$1.png" image/png
  printf '</office:presentation></office:body></office:document>\n'
}

# squeezed: a text without its white space, which PDF readers set by distances.
squeezed() {
  tr -d '[:space:]\302\240\342\200\211'
}

for figure in "${figures[@]}"; do
  "$program" export --figure "$figure" --preset slide-16x9 --format svg,png -o "$folder/$figure.{ext}" >/dev/null
  slides "$figure" >"$folder/$figure.fodp"
  soffice --headless --convert-to pdf --outdir "$folder" "$folder/$figure.fodp" >/dev/null 2>&1 || die "LibreOffice failed on $figure"
  [ -s "$folder/$figure.pdf" ] || die "LibreOffice wrote no slides of $figure"
  pdftoppm -r 80 -png "$folder/$figure.pdf" "$folder/$figure-slide"
  # In the order of the page, and as drawn: slanted words are whole in the second only.
  text=$({ pdftotext -f 1 -l 1 "$folder/$figure.pdf" - && pdftotext -raw -f 1 -l 1 "$folder/$figure.pdf" -; } | squeezed)
  words=0
  while IFS= read -r word; do
    word=$(printf '%s' "$word" | sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' | squeezed)
    [ ${#word} -lt 3 ] && continue # a letter may be anywhere
    words=$((words + 1))
    case "$text" in
      *"$word"*) ;;
      *) die "$figure: the words \"$word\" did not arrive as text" ;;
    esac
  done < <(grep -o '<text[^>]*>.*</text>' "$folder/$figure.svg" | sed 's/<text[^>]*>//; s/<\/text>//; s/<\/\?tspan[^>]*>//g')
  [ "$words" -gt 3 ] || die "$figure: no words were compared"
  images=$(pdfimages -list -f 1 -l 1 "$folder/$figure.pdf" | tail -n +3 | wc -l)
  [ "$images" -eq 0 ] || die "$figure: the cells of the SVG arrived as $images images"
  [ "$(pdfimages -list -f 2 -l 2 "$folder/$figure.pdf" | tail -n +3 | wc -l)" -gt 0 ] || die "$figure: the PNG did not arrive"
  printf '%-12s %3d words as text, cells drawn; as PNG too\n' "$figure" "$words"
done
printf 'slides to look at: %s\n' "$folder"/*-slide-*.png
