add_unit_test(core/io/tst_atomic_file core_test_support)
add_unit_test(core/io/tst_json core)
add_unit_test(core/io/tst_json_value core)
add_unit_test(core/io/tst_words_by_language core)
