add_unit_test(core/files/traces/tst_recorded_trace core)
add_unit_test(core/files/traces/tst_trace_file core)
