# What several tests of core share: small models with random weights, and comparisons with other programs.
include_guard(GLOBAL)
add_library(core_test_support STATIC
  ${CMAKE_CURRENT_LIST_DIR}/intervention_runs.cpp
  ${CMAKE_CURRENT_LIST_DIR}/reference_comparison.cpp
  ${CMAKE_CURRENT_LIST_DIR}/small_models.cpp)
target_include_directories(core_test_support PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(core_test_support PUBLIC core PRIVATE project_warnings)
