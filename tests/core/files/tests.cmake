add_unit_test(core/files/tst_json core)
add_unit_test(core/files/tst_golden_models core)
