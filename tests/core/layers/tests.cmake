include(${PROJECT_SOURCE_DIR}/tests/core/support/support.cmake)
add_unit_test(core/layers/tst_laws core_test_support)
add_unit_test(core/layers/tst_mixture core)
