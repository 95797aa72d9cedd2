add_unit_test(house/tst_contract core_test_support)
add_unit_test(house/tst_desktop_rows core)
add_test(NAME house/layout COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/check_layout.cmake)
add_test(NAME house/layout_finds_each_breach COMMAND ${CMAKE_COMMAND} -DSCRATCH=${PROJECT_BINARY_DIR}/tests/house
  -P ${CMAKE_CURRENT_LIST_DIR}/check_layout_test.cmake)
set_tests_properties(house/layout house/layout_finds_each_breach PROPERTIES TIMEOUT 1200)
add_test(NAME house/documented_kinds COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}
  -DSCRATCH=${PROJECT_BINARY_DIR}/tests/documented_kinds -DCOMPILER=${CMAKE_CXX_COMPILER}
  -P ${CMAKE_CURRENT_LIST_DIR}/check_documented_kinds.cmake)
set_tests_properties(house/documented_kinds PROPERTIES TIMEOUT 3000)

# The view that docs/adding-a-view.md shows, compiled in front of the library: its registry takes the place of the library's.
if(CUTAWAY_WINDOW)
  set(scratch ${PROJECT_BINARY_DIR}/tests/documented_view)
  set(documented ${scratch}/widgets/views/entropy/view.cpp ${scratch}/widgets/views/view_registry.cpp)
  add_custom_command(OUTPUT ${documented}
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DSCRATCH=${scratch}
      -P ${CMAKE_CURRENT_LIST_DIR}/apply_documented_view.cmake
    DEPENDS ${PROJECT_SOURCE_DIR}/docs/adding-a-view.md ${PROJECT_SOURCE_DIR}/widgets/CMakeLists.txt
      ${PROJECT_SOURCE_DIR}/widgets/views/view_registry.cpp ${CMAKE_CURRENT_LIST_DIR}/apply_documented_view.cmake)
  add_unit_test(house/tst_documented_view widgets ALONE)
  target_sources(house_tst_documented_view PRIVATE ${documented})
  target_include_directories(house_tst_documented_view BEFORE PRIVATE ${scratch})
endif()

# What `cmake --install` leaves behind works where it is moved to.
if(CUTAWAY_WINDOW AND UNIX)
  add_test(NAME house/install COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/check_install.sh ${PROJECT_BINARY_DIR}
    ${PROJECT_BINARY_DIR}/tests/install)
  set_tests_properties(house/install PROPERTIES TIMEOUT 1200)
endif()
