#!/bin/sh
# lecture_figures.sh CUTAWAY FOLDER: the four figures of docs/lecture.md for a slide deck, in both languages, as SVG and PDF.
set -eu
cutaway=$1
folder=$2
mkdir -p "$folder"

draw() { # NAME, then the words of `cutaway export`
  name=$1
  shift
  for language in en zh_CN; do
    "$cutaway" export "$@" --lang "$language" --preset slide-16x9 --format svg,pdf -o "$folder/$name-{lang}.{ext}"
  done
}

text='Repeat: red dog chair cup. Again: red dog'
draw 1-placements --figure norm --model main --text "$text" --option show=placements
draw 2-rope --figure rope --model main --text "$text" --layer 2 --head 1 --query 10 --key 4
draw 3-alibi --figure alibi --model position-alibi --text "$text" --layer 2 --head 1 --query 10 --key 4
draw 4-mixture --figure mixture --model experts --text "$text" --layer 2 --query 10
ls "$folder"
