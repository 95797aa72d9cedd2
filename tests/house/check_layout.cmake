# The rules of the house that a machine can check. Prints every breach as "FILE: RULE" and fails when there is one.
#
#   cmake -DROOT=. -P tests/house/check_layout.cmake
#
# To add a rule: in a file of layout/, a call of forbid() for "this text must not stand in these files" or a loop for anything
# else, and one planted breach of it in check_layout_test.cmake.
cmake_minimum_required(VERSION 3.25)

cmake_path(ABSOLUTE_PATH ROOT NORMALIZE) # globs of a relative folder find nothing
set(breaches "")
set(layers core widgets app)

include(${CMAKE_CURRENT_LIST_DIR}/layout/reading.cmake)

find_sources(core IN core ENDING .h .cpp)
find_sources(widgets IN widgets ENDING .h .cpp)
find_sources(app IN app ENDING .h .cpp)
find_sources(window IN widgets app ENDING .h .cpp)
find_sources(ours IN ${layers} ENDING .h .cpp)
find_sources(headers IN ${layers} ENDING .h)
find_sources(core_tests IN tests/core ENDING .h .cpp)
find_sources(widget_tests IN tests/widgets ENDING .h .cpp)
find_sources(tests IN tests ENDING .h .cpp)

foreach(rules rooms nothing_forgotten kinds_and_pictures sizes words)
  include(${CMAKE_CURRENT_LIST_DIR}/layout/${rules}.cmake)
endforeach()

list(LENGTH breaches count)
if(count GREATER 0)
  list(JOIN breaches "\n  " text)
  message(FATAL_ERROR "The rules of the house are broken ${count} times:\n  ${text}\n")
endif()
list(LENGTH ours count)
message(STATUS "${count} sources keep the rules of the house")
