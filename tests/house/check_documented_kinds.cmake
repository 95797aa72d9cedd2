# The kinds that docs/adding-a-norm.md, adding-a-position.md and adding-a-mixer.md show are added to a scratch copy of the engine,
# which is built and runs with them (documented_kinds.cpp): cmake -D SOURCE=… -D SCRATCH=… -D COMPILER=… -P check_documented_kinds.cmake
cmake_minimum_required(VERSION 3.25)

foreach(folder core cmake tests/core/support)
  file(REMOVE_RECURSE ${SCRATCH}/${folder})
  cmake_path(GET folder PARENT_PATH parent)
  file(COPY ${SOURCE}/${folder} DESTINATION ${SCRATCH}/${parent})
endforeach()
file(COPY ${SOURCE}/tests/house/documented_kinds.cpp DESTINATION ${SCRATCH})

foreach(kind norm position mixer)
  file(READ ${SOURCE}/docs/adding-a-${kind}.md page)
  string(FIND "${page}" "```diff\n" begin)
  string(SUBSTRING "${page}" ${begin} -1 page)
  string(SUBSTRING "${page}" 8 -1 page)
  string(FIND "${page}" "```" end)
  string(SUBSTRING "${page}" 0 ${end} patch)
  file(WRITE ${SCRATCH}/${kind}.patch "${patch}")
  # Below a repository `git apply` takes paths as those of the repository and skips all others: here it finds none.
  cmake_path(GET SCRATCH PARENT_PATH above)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_CEILING_DIRECTORIES=${above} git apply ${kind}.patch
    WORKING_DIRECTORY ${SCRATCH} RESULT_VARIABLE failure)
  if(failure)
    message(FATAL_ERROR "docs/adding-a-${kind}.md: the change does not apply to the sources as they are")
  endif()
endforeach()

file(WRITE ${SCRATCH}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(documented_kinds LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(batch_lines 4000) # all of it is compiled, once
include(cmake/compiler.cmake)
include(cmake/batches.cmake)
add_subdirectory(core)
include(tests/core/support/support.cmake)
add_executable(documented_kinds documented_kinds.cpp)
target_link_libraries(documented_kinds PRIVATE core_test_support)
")
foreach(step "${CMAKE_COMMAND};-S;${SCRATCH};-B;${SCRATCH}/build;-G;Ninja;-DCMAKE_CXX_COMPILER=${COMPILER};-DCMAKE_CXX_FLAGS=-O0"
    "${CMAKE_COMMAND};--build;${SCRATCH}/build;--target;documented_kinds" "${SCRATCH}/build/documented_kinds")
  execute_process(COMMAND ${step} RESULT_VARIABLE failure OUTPUT_VARIABLE words ERROR_VARIABLE words)
  if(failure)
    message(FATAL_ERROR "With the kinds of docs/adding-a-*.md:\n${words}")
  endif()
endforeach()
message(STATUS "${words}")
