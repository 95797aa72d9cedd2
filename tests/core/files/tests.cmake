add_unit_test(core/files/tst_json core)
