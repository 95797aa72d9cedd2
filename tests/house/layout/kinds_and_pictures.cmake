# What a kind states, what compilers and arithmetic allow, what drawing may do.

# --- What is asked of a kind, the kind states ------------------------------------------------------------------------------

# Outside core/layers nobody asks which kind of a family it has. by_name.txt holds the exceptions, each with its reason:
# "widgets/room/name.cpp Kind because ...".
find_sources(kind_headers IN core/layers ENDING .h)
set(kinds "")
foreach(file ${kind_headers})
  read_text(text "${file}" CODE)
  string(REGEX MATCHALL "struct [A-Za-z0-9]+( : [A-Za-z]+)?\n{\n *static constexpr KindInfo info" matches "${text}")
  foreach(match ${matches})
    string(REGEX MATCH "struct ([A-Za-z0-9]+)" _ "${match}")
    list(APPEND kinds "${CMAKE_MATCH_1}")
  endforeach()
endforeach()
read_exceptions(by_name by_name.txt "[^ ]+ [A-Za-z0-9]+")
set(asked "")
foreach(file ${ours})
  if(file MATCHES "^core/layers/|^core/check/naive_") # the plain pass writes the kinds once more
    continue()
  endif()
  read_text(text "${file}" CODE)
  string(REGEX MATCHALL "(holds_alternative|get_if|get)<(const )?(core::)?[A-Za-z0-9]+>" matches "${text}")
  foreach(match ${matches})
    string(REGEX MATCH "([A-Za-z0-9]+)>$" _ "${match}")
    set(kind "${CMAKE_MATCH_1}")
    if(NOT kind IN_LIST kinds)
      continue()
    endif()
    list(APPEND asked "${file} ${kind}")
    if(NOT "${file} ${kind}" IN_LIST by_name)
      breach("${file}" "a kind is asked for by its name, instead of for what it states [${kind}]")
    endif()
  endforeach()
endforeach()
foreach(exception ${by_name})
  if(NOT exception IN_LIST asked)
    breach("tests/house/by_name.txt" "nobody asks so any more [${exception}]")
  endif()
endforeach()

# --- Compilers and arithmetic ----------------------------------------------------------------------------------------------

forbid("gcc 12 does not have it" "#include <(format|expected|print|generator|mdspan|flat_map)>" ${ours} ${tests})
forbid("numbers of a library distribution differ between platforms" "std::[a-z_]*_distribution" ${core})
find_sources(lists IN . ENDING CMakeLists.txt .cmake CMakePresets.json)
list(FILTER lists EXCLUDE REGEX "^build/|tests/house/")
forbid("-ffast-math flushes denormals for the whole process" "\n *[^#\n]*(add|target)[a-z_]*\\([^\n]*-ffast-math" ${lists})

# --- What a picture needs is computed by others (widgets/figure/needs.h): drawing runs no engine and keeps no results ------

forbid("the engine runs where pictures are drawn" "core::(forward|lensLogits|generate|sample)\\([^\n]*" ${widgets})
forbid("a product of matrices where pictures are drawn"
  "core::(multiply|productTransposed|cosineSimilarities|principalPlane|attribution|headParts)\\([^\n]*" ${widgets})
forbid("a product of matrices where pictures are drawn"
  "[a-zA-Z_)]\\.(matrix|transpose)\\(\\) *\\*[^\n]*|\\* *[a-zA-Z_.>-]*\\.(matrix|transpose)\\(\\)[^\n]*" ${widgets})
forbid("a product of matrices where pictures are drawn"
  "#include (<Eigen/(SVD|Dense|QR|LU|Eigenvalues|Cholesky)>|\"core/base/products\\.h\")" ${widgets})
forbid("eigenvectors where pictures are drawn" "core::symmetricEigen\\([^\n]*" ${widgets})
forbid("a page's function without the page's name: pages are compiled together"
  "\n(void draw|QString (caption|subtitle|table|whyNot)|Needs needs|std::vector<Metric> metrics)\\([^\n]*" ${widgets})
# The theme, the language and the counting that are in force are no results.
set(drawing ${widgets})
list(FILTER drawing EXCLUDE REGEX "^widgets/plot/(theme|counting)\\.cpp$")
forbid("a static that keeps results"
  "\n *(static|thread_local)( thread_local)? +[A-Za-z_:]+(<[^\n]*>)? +[a-zA-Z_]+ *[,={][^\n]*" ${drawing})
