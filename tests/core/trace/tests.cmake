include(${PROJECT_SOURCE_DIR}/tests/core/support/support.cmake)
add_unit_test(core/trace/tst_intervention core_test_support)
add_unit_test(core/trace/tst_tensor_slice core)
add_unit_test(core/trace/tst_trace_request core_test_support)
