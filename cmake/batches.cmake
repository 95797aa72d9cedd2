# Sources of a folder are compiled several at a time ("batches"), because most of a compiler's work here is what they share:
# headers and the templates that these instantiate. Each source still includes what it uses and compiles by itself; the preset
# "plain" compiles everything that way.
#
# Names that a source keeps to itself (anonymous namespaces) must differ within a batch, and must not hide what a neighbour calls
# or a header declares. This is seen to here: such sources are put into different batches. When sources came to share one since CMake last ran, the compiler says
# "redefinition" and `./dev` sorts them anew. SKIP_UNITY_BUILD_INCLUSION keeps a source out of batches.
option(CUTAWAY_BATCHES "Compile several sources of a folder at once" ON)
file(WRITE ${PROJECT_BINARY_DIR}/batches.txt "") # who is compiled with whom
if(NOT batch_lines)
  set(batch_lines 1500) # of a batch: with more, a changed source waits for its neighbours
endif()

# What gcc says of a batch but not of its sources: that a local name is also one of a neighbour.
add_library(batch_warnings INTERFACE)
target_compile_options(batch_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-shadow;-Wshadow=local;-Wno-subobject-linkage> $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)

# Names that the code declares in the first column, without members.
function(names_declared code result)
  string(REGEX REPLACE "//[^\n]*" "" text "\n${code}")
  string(REGEX REPLACE "\n(inline )?namespace [^\n]*" "" text "${text}")
  string(REGEX REPLACE "\nusing (namespace |[A-Za-z_0-9]+::)[^\n]*" "" text "${text}") # names of others
  string(REGEX MATCHALL "\n(#define |struct |class |enum class |enum |using )[A-Za-z_0-9]+" declared "${text}")
  string(REGEX REPLACE "\n(struct|class|enum|using) [^\n]*" "\n" text "${text}") # with what they derive from
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
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# Of a source, into the caller's variables: `names` that it declares, `own_names` of these that are in no header, `called`
# functions, `usings` of namespaces, `lines`.
function(read_source source)
  file(READ ${source} text)
  string(REGEX REPLACE "\n[[][[][a-z_]+[]][]] " "\n" text "${text}") # [[noreturn]]
  string(REGEX REPLACE "[];[]" "," text "${text}") # semicolons and brackets would upset CMake's lists
  names_declared("${text}" names)
  set(own "")
  set(rest "\n${text}")
  string(FIND "${rest}" "\nnamespace {\n" begin)
  while(begin GREATER_EQUAL 0)
    string(SUBSTRING "${rest}" ${begin} -1 rest)
    string(FIND "${rest}" "\n} // namespace\n" end)
    string(SUBSTRING "${rest}" 0 ${end} part)
    string(APPEND own "${part}")
    string(SUBSTRING "${rest}" 1 -1 rest)
    string(FIND "${rest}" "\nnamespace {\n" begin)
  endwhile()
  string(REGEX MATCHALL "\nstatic [^\n]*" statics "\n${text}")
  string(APPEND own "${statics}")
  names_declared("${own}" own_names)
  string(REGEX MATCHALL "[^A-Za-z_0-9.>:][A-Za-z_0-9]+[(]" calls "${text}")
  list(JOIN calls " " called)
  string(REGEX MATCHALL "\nusing [A-Za-z_0-9]+::[^\n]*" borrowed "${text}") # names of others, which nobody beside it may declare
  string(REGEX MATCHALL "[A-Za-z_0-9]+" called "${called} ${borrowed}")
  list(REMOVE_DUPLICATES called)
  string(REGEX MATCHALL "\nusing namespace [a-z_:]*" usings "${text}")
  string(REGEX MATCHALL "\n" lines "${text}")
  list(LENGTH lines lines)
  foreach(result IN ITEMS names own_names called usings lines)
    set(${result} "${${result}}" PARENT_SCOPE)
  endforeach()
endfunction()

# Types and constants of the headers of a layer: a source of it with one of the same name would hide it from its neighbours. (Names of
# other layers are said with their namespace.)
function(names_of_headers layer result)
  file(GLOB_RECURSE headers ${PROJECT_SOURCE_DIR}/${layer}/*.h)
  set(all "")
  foreach(header IN LISTS headers)
    file(STRINGS ${header} found REGEX "^(struct|class|enum|using|constexpr|inline|extern) ")
    string(APPEND all "\n${found}")
  endforeach()
  string(REGEX REPLACE "[];[]" "\n" all "${all}")
  names_declared("${all}" names)
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

# Whether two lists share an element.
function(share a b result)
  set(alone ${a})
  list(REMOVE_ITEM alone ${b} "") # one at least
  if("${alone}" STREQUAL "${a}")
    set(${result} FALSE PARENT_SCOPE)
  else()
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# batch_sources(LAYER): call behind the last target_sources() of this target, in the folder of its add_library().
function(batch_sources target)
  if(NOT CUTAWAY_BATCHES)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_link_libraries(${target} PRIVATE batch_warnings) # behind project_warnings
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  names_of_headers(${target} public_names)
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
    read_source(${source})
    share("${own_names}" "${public_names}" hides)
    if(hides)
      continue()
    endif()
    set(chosen "")
    foreach(batch IN LISTS batches)
      math(EXPR sum "${lines_${batch}} + ${lines}")
      if(NOT room STREQUAL room_${batch} OR NOT usings STREQUAL usings_${batch} OR sum GREATER batch_lines)
        continue()
      endif()
      # Nobody declares what another declares, nor for himself what another calls.
      share("${names}" "${names_${batch}}" declare)
      share("${own_names}" "${called_${batch}}" hide)
      share("${own_names_${batch}}" "${called}" are_hidden)
      if(NOT declare AND NOT hide AND NOT are_hidden)
        set(chosen ${batch})
        break()
      endif()
    endforeach()
    if(chosen STREQUAL "")
      list(LENGTH batches chosen)
      list(APPEND batches ${chosen})
      set(room_${chosen} ${room})
      # Numbered within the room: a new source changes the batches of its own room only.
      cmake_path(RELATIVE_PATH room BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE group)
      string(REPLACE "/" "_" group "${group}")
      list(APPEND batches_of_${group} ${chosen})
      list(LENGTH batches_of_${group} number)
      set(name_${chosen} ${group}_${number})
      set(usings_${chosen} "${usings}")
      foreach(list IN ITEMS names own_names called)
        set(${list}_${chosen} "")
      endforeach()
      set(sum ${lines})
    endif()
    set(lines_${chosen} ${sum})
    list(APPEND names_${chosen} ${names})
    list(APPEND own_names_${chosen} ${own_names})
    list(APPEND called_${chosen} ${called})
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${name_${chosen}})
    file(APPEND ${PROJECT_BINARY_DIR}/batches.txt "${name_${chosen}} ${source}\n")
  endforeach()
endfunction()
