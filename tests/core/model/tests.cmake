include(${PROJECT_SOURCE_DIR}/tests/core/support/support.cmake)
add_unit_test(core/model/tst_choices core ALONE)
target_compile_options(core_model_tst_choices PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>) # GCC 12 loses track of a variant at -O1
add_unit_test(core/model/tst_resolve core_test_support)
add_unit_test(core/model/tst_symbols core_test_support)
