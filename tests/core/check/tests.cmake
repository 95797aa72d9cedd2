include(${PROJECT_SOURCE_DIR}/tests/core/support/support.cmake)
add_unit_test(core/check/tst_run_check core_test_support)
