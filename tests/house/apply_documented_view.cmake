# Writes what the change of docs/adding-a-view.md makes of the sources into SCRATCH, for tst_documented_view:
# cmake -D SOURCE=… -D SCRATCH=… -P apply_documented_view.cmake
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${SCRATCH}/widgets)
foreach(file widgets/CMakeLists.txt widgets/views/view_registry.cpp)
  cmake_path(GET file PARENT_PATH folder)
  file(COPY ${SOURCE}/${file} DESTINATION ${SCRATCH}/${folder})
endforeach()
file(READ ${SOURCE}/docs/adding-a-view.md page)
string(FIND "${page}" "```diff\n" begin)
string(SUBSTRING "${page}" ${begin} -1 page)
string(SUBSTRING "${page}" 8 -1 page)
string(FIND "${page}" "```" end)
string(SUBSTRING "${page}" 0 ${end} patch)
file(WRITE ${SCRATCH}/view.patch "${patch}")
# Below a repository `git apply` takes paths as those of the repository and skips all others: here it finds none.
cmake_path(GET SCRATCH PARENT_PATH above)
execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_CEILING_DIRECTORIES=${above} git apply view.patch
  WORKING_DIRECTORY ${SCRATCH} RESULT_VARIABLE failure)
if(failure)
  message(FATAL_ERROR "docs/adding-a-view.md: the change does not apply to the sources as they are")
endif()
