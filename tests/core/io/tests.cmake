add_unit_test(core/io/tst_json core)
add_unit_test(core/io/tst_json_value core)
