find_package(Eigen3 3.4 REQUIRED NO_MODULE) # known to the folder of the engine only
add_unit_test(house/tst_contract core)
add_test(NAME house/layout COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/check_layout.cmake)
add_test(NAME house/layout_finds_each_breach COMMAND ${CMAKE_COMMAND} -DSCRATCH=${PROJECT_BINARY_DIR}/tests/house
  -P ${CMAKE_CURRENT_LIST_DIR}/check_layout_test.cmake)
set_tests_properties(house/layout house/layout_finds_each_breach PROPERTIES TIMEOUT 120)
add_test(NAME house/documented_norm COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}
  -DSCRATCH=${PROJECT_BINARY_DIR}/tests/documented_norm -DCOMPILER=${CMAKE_CXX_COMPILER}
  "-DINCLUDES=$<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>" -P ${CMAKE_CURRENT_LIST_DIR}/check_documented_norm.cmake)
set_tests_properties(house/documented_norm PROPERTIES TIMEOUT 300)
