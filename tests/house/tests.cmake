add_unit_test(house/tst_contract core)
add_test(NAME house/layout COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/check_layout.cmake)
add_test(NAME house/layout_finds_each_breach COMMAND ${CMAKE_COMMAND} -DSCRATCH=${PROJECT_BINARY_DIR}/tests/house
  -P ${CMAKE_CURRENT_LIST_DIR}/check_layout_test.cmake)
set_tests_properties(house/layout house/layout_finds_each_breach PROPERTIES TIMEOUT 120)
add_test(NAME house/documented_kinds COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}
  -DSCRATCH=${PROJECT_BINARY_DIR}/tests/documented_kinds -DCOMPILER=${CMAKE_CXX_COMPILER}
  -P ${CMAKE_CURRENT_LIST_DIR}/check_documented_kinds.cmake)
set_tests_properties(house/documented_kinds PROPERTIES TIMEOUT 600)
