# Writes OUT, which compiles the test SOURCES together: what they include comes first, then each in a namespace of its own, so
# that no name of one meets those of another.
#   cmake -DOUT=batch.cpp "-DSOURCES=a.cpp;b.cpp" -P make_batch.cmake
set(includes "")
set(tests "")
foreach(source IN LISTS SOURCES)
  file(STRINGS ${source} found REGEX "^#include ")
  list(FILTER found EXCLUDE REGEX "[.]moc\"")
  # Those of one system stand behind an #if in their test.
  list(TRANSFORM found REPLACE "^#include (<.*[.]h>)" "#if __has_include(\\1)\n#include \\1\n#endif")
  list(APPEND includes ${found})
  get_filename_component(name ${source} NAME_WE)
  string(APPEND tests "namespace ${name} {\n#include \"${source}\"\n}\n")
endforeach()
list(REMOVE_DUPLICATES includes)
list(JOIN includes "\n" includes)
file(WRITE ${OUT} "${includes}\n\n${tests}")
