include(${PROJECT_SOURCE_DIR}/tests/core/support/support.cmake)
add_unit_test(core/run/tst_forward core_test_support)
