add_unit_test(core/io/tst_json core)
