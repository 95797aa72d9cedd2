add_unit_test(core/files/tokenizers/tst_tokenizer_folder core)
add_unit_test(core/files/tokenizers/tst_word_piece_folder core)
