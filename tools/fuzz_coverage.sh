#!/usr/bin/env bash
# How many lines of each parser its corpus reaches: builds the targets with clang's coverage, runs the corpora, and prints a
# row a target as docs/security.md has them. Needs clang-16, llvm-16 (llvm-cov, llvm-profdata) and libclang-rt-16-dev.
#
#     tools/fuzz_coverage.sh [TARGET…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The sources that a target is about.
declare -A parsers=(
  [json]="core/io/json.cpp"
  [safetensors]="core/files/formats/safetensors.cpp core/files/formats/stored_tensor.cpp"
  [index]="core/files/formats/safetensors_index.cpp"
  [gguf]="core/files/formats/gguf.cpp core/files/formats/gguf_values.cpp core/files/tokenizers/gguf_tokenizer_data.cpp core/files/formats/gguf_latent.cpp
          core/files/families/gguf_unread.cpp core/files/formats/stored_numbers.cpp core/files/formats/quantised_few.cpp core/files/formats/quantised_grid.cpp
          core/files/formats/quantised_k.cpp core/files/formats/quantised_small.cpp core/files/formats/quantised_table.cpp
          core/files/families/gguf_gpt_like.cpp core/files/families/gguf_llama_like.cpp core/files/families/gguf_mixtures.cpp
          core/files/families/gguf_rope.cpp core/files/families/gguf_tables.cpp core/files/families/gguf_words.cpp"
  [config]="core/files/families/config_source.cpp core/files/families/family.cpp core/files/library/model_folder.cpp core/files/families/unknown_family.cpp
          core/files/families/language_part.cpp core/files/families/leading_prefix.cpp core/files/families/weight_names.cpp core/files/families/weight_layout.cpp
          core/files/families/asked_config.cpp core/files/families/bart_like.cpp core/files/families/deepseek.cpp
          core/files/families/encoders.cpp core/files/families/families.cpp core/files/families/gemma.cpp
          core/files/families/gpt_like.cpp core/files/families/late_encoders.cpp core/files/families/layer_types.cpp
          core/files/families/llama_like.cpp core/files/families/llama_relatives.cpp core/files/families/mixtures.cpp
          core/files/families/neox_like.cpp core/files/families/opt_like.cpp core/files/families/recurrent.cpp
          core/files/families/rope_keys.cpp core/files/families/rope_set.cpp core/files/families/t5_like.cpp
          core/files/families/some_without_positions.cpp core/files/families/state_space.cpp
          core/files/families/table_words.cpp"
  [tokenizer_json]="core/text/normalizer.cpp core/text/pre_tokenizer.cpp core/text/post_processor.cpp core/text/decoder.cpp
          core/text/bpe_model.cpp core/text/unigram_model.cpp core/text/word_piece_model.cpp core/text/word_level_model.cpp
          core/text/added_tokens.cpp"
  [encode]="core/text/pipeline_tokenizer.cpp core/text/bpe_model.cpp core/text/unigram_model.cpp core/text/word_piece_model.cpp"
  [trace]="core/files/traces/trace_file.cpp"
  [recipe]="core/model/choices.cpp core/model/resolve.cpp core/trace/intervention.cpp"
  [set]="core/model/choices.cpp core/model/resolve.cpp"
  [word_piece]="core/files/tokenizers/word_piece_folder.cpp"
  [sentence_piece]="core/text/sentence_piece_model.cpp core/files/tokenizers/sentence_piece_folder.cpp core/files/tokenizers/sentence_piece_classes.cpp
          core/files/tokenizers/sentence_piece_stages.cpp core/files/tokenizers/translation_folder.cpp core/files/tokenizers/folder_tokens.cpp
          core/text/piece_merges.cpp core/text/sentence_piece_encoder.cpp core/text/sentence_piece_json.cpp
          core/text/sentence_piece_merges.cpp core/text/sentence_piece_normalizer.cpp core/text/sentence_piece_tokenizer.cpp"
)
# Fixtures that are seeds beside the corpus (as tests/fuzz/tests.cmake has them).
declare -A more=([gguf]="tests/data/gguf_models")
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(json safetensors index gguf config tokenizer_json encode trace recipe set word_piece sentence_piece)

build=build/coverage
[ -f $build/build.ninja ] || cmake --preset coverage
cmake --build --preset coverage --target "${targets[@]/#/fuzz_}"
printf '| target | lines reached |\n|---|---|\n'
for target in "${targets[@]}"; do
  profile=$build/$target
  LLVM_PROFILE_FILE=$profile.profraw "$build/tests/fuzz_$target" "tests/fuzz/corpus/$target" ${more[$target]:-} >/dev/null
  llvm-profdata-16 merge -sparse "$profile.profraw" -o "$profile.profdata"
  read -ra sources <<<"${parsers[$target]//$'\n'/ }"
  total=$(llvm-cov-16 report "$build/tests/fuzz_$target" -instr-profile "$profile.profdata" "${sources[@]}" | awk '$1 == "TOTAL" { print $10 }')
  printf '| %s | %s |\n' "$target" "$total"
done
