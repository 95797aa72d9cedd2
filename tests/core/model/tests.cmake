include(${PROJECT_SOURCE_DIR}/tests/core/support/support.cmake)
add_unit_test(core/model/tst_choices core)
add_unit_test(core/model/tst_resolve core_test_support)
