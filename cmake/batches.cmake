# Sources of a folder are compiled several at a time ("batches"), because most of a compiler's work here is what they share:
# headers and the templates that these instantiate. Each source still includes what it uses and compiles by itself; the preset
# "plain" compiles everything that way.
#
# Names that a source keeps to itself (anonymous namespaces) must differ within a batch. This is seen to here: sources that
# declare the same name are put into different batches. When sources came to share one since CMake last ran, the compiler says
# "redefinition" and `./dev` sorts them anew. SKIP_UNITY_BUILD_INCLUSION keeps a source out of batches.
option(CUTAWAY_BATCHES "Compile several sources of a folder at once" ON)
file(WRITE ${PROJECT_BINARY_DIR}/batches.txt "") # who is compiled with whom
set(batch_lines 1000) # of a batch: with more, a changed source waits for its neighbours

# What gcc says of a batch but not of its sources: that a local name is also one of a neighbour.
add_library(batch_warnings INTERFACE)
target_compile_options(batch_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-shadow;-Wshadow=local;-Wno-subobject-linkage> $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)

# What the source declares in the first column: `names`, and the namespaces that it uses: `usings`.
function(names_declared source names usings)
  file(READ ${source} text)
  string(REGEX REPLACE "//[^\n]*" "" text "\n${text}")
  string(REGEX REPLACE "\n(inline )?namespace [^\n]*" "" text "${text}")
  string(REGEX REPLACE "[];[]" "," text "${text}") # semicolons and brackets would upset CMake's lists
  string(REGEX MATCHALL "\nusing namespace [a-z_:]*" used "${text}")
  string(REGEX REPLACE "\nusing namespace [^\n]*" "" text "${text}")
  string(REGEX MATCHALL "\n(#define |struct |class |enum class |enum |using )[A-Za-z_0-9]+" declared "${text}")
  string(REGEX REPLACE "<[^<>\n]*>" "" text "${text}") # arguments of templates, twice for those within
  string(REGEX REPLACE "<[^<>\n]*>" "" text "${text}")
  string(REGEX MATCHALL "\n[A-Za-z][^\n(={},]*[ *&][A-Za-z_0-9]+ *[(={,\n]" functions "${text}")
  set(found "")
  foreach(declaration IN LISTS declared functions)
    if(declaration MATCHES "([A-Za-z_0-9]+) *.?$")
      list(APPEND found ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${names} "${found}" PARENT_SCOPE)
  set(${usings} "${used}" PARENT_SCOPE)
endfunction()

# batch_sources(TARGET): call behind the last target_sources() of the target, in the folder of its add_library().
function(batch_sources target)
  if(NOT CUTAWAY_BATCHES)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_link_libraries(${target} PRIVATE batch_warnings) # behind project_warnings
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(batches "") # numbers; of batch N: names_N, usings_N, lines_N, room_N
  foreach(source IN LISTS sources)
    if(NOT source MATCHES "\\.cpp$")
      continue()
    endif()
    get_source_file_property(is_special ${source} TARGET_DIRECTORY ${target} SKIP_PRECOMPILE_HEADERS)
    if(is_special)
      continue() # compiled with flags of its own
    endif()
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    cmake_path(GET source PARENT_PATH room)
    names_declared(${source} names usings)
    file(STRINGS ${source} text)
    list(LENGTH text lines)
    set(chosen "")
    foreach(batch IN LISTS batches)
      math(EXPR sum "${lines_${batch}} + ${lines}")
      if(NOT room STREQUAL room_${batch} OR NOT usings STREQUAL usings_${batch} OR sum GREATER batch_lines)
        continue()
      endif()
      set(alone ${names})
      list(REMOVE_ITEM alone ${names_${batch}})
      if("${alone}" STREQUAL "${names}") # no name of the batch is among them
        set(chosen ${batch})
        break()
      endif()
    endforeach()
    if(chosen STREQUAL "")
      list(LENGTH batches chosen)
      list(APPEND batches ${chosen})
      set(room_${chosen} ${room})
      set(usings_${chosen} "${usings}")
      set(names_${chosen} "")
      set(sum ${lines})
    endif()
    set(lines_${chosen} ${sum})
    list(APPEND names_${chosen} ${names})
    cmake_path(RELATIVE_PATH room BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE group)
    string(REPLACE "/" "_" group "${group}")
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group}_${chosen})
    file(APPEND ${PROJECT_BINARY_DIR}/batches.txt "${group}_${chosen} ${source}\n")
  endforeach()
endfunction()
