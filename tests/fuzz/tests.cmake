# Fuzz targets. Built by every compiler with the plain driver, which runs over the corpus as an ordinary test; with
# -DCUTAWAY_FUZZ=ON (clang, the preset "fuzz") with libFuzzer instead. docs/security.md says how to run them.
option(CUTAWAY_FUZZ "Build the fuzz targets with libFuzzer" OFF)

set(fuzz_main replay_main.cpp)
if(CUTAWAY_FUZZ)
  set(fuzz_main libfuzzer_main.cpp)
endif()
add_library(fuzz_main OBJECT ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/${fuzz_main})
target_link_libraries(fuzz_main PRIVATE core project_warnings)
target_include_directories(fuzz_main PRIVATE ${PROJECT_SOURCE_DIR})

# Further arguments: folders of fixtures that are seeds, too.
function(add_fuzz_target name library)
  set(target fuzz_${name})
  add_executable(${target} ${PROJECT_SOURCE_DIR}/tests/fuzz/targets/${name}.cpp)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(${target} PRIVATE ${library} fuzz_main project_warnings)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${test_headers})
  if(CUTAWAY_FUZZ)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  else()
    add_test(NAME fuzz/${name} COMMAND ${target} ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name} ${ARGN})
    set_tests_properties(fuzz/${name} PROPERTIES TIMEOUT 1200)
  endif()
endfunction()

foreach(name json safetensors index config tokenizer_json encode trace recipe set word_piece sentence_piece)
  add_fuzz_target(${name} core)
endforeach()
add_fuzz_target(gguf core ${PROJECT_SOURCE_DIR}/tests/data/gguf_models)
if(CUTAWAY_WINDOW)
  add_fuzz_target(figure app)
endif()
