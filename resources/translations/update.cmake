# cmake -DSOURCE=… -DLUPDATE=… [-DOUTPUT=folder] -P update.cmake: brings the .ts files up to date with the sources; with
# OUTPUT the result goes there instead, for the test that compares.
# Qt-free core cannot call tr(): its texts, CUTAWAY_TR("…") and the labels of kinds and parameters, are gathered into a
# file that lupdate reads in their place, under the context "core".

if(NOT OUTPUT)
  set(OUTPUT ${SOURCE}/resources/translations)
endif()
set(work ${OUTPUT}/.core_strings)
file(MAKE_DIRECTORY ${work})

set(texts)
file(GLOB_RECURSE sources ${SOURCE}/core/*.h ${SOURCE}/core/*.cpp ${SOURCE}/app/*.cpp)
set(text "\"([^\"\\\\]|\\\\.)*\"")
foreach(source ${sources})
  file(READ ${source} content)
  # What CMake's lists would stumble over, put back when the file is written.
  string(REPLACE ";" "@semicolon@" content "${content}")
  string(REPLACE "[" "@open@" content "${content}")
  string(REPLACE "]" "@close@" content "${content}")
  # CUTAWAY_TR("text"), also over several lines of adjacent literals
  string(REGEX MATCHALL "CUTAWAY_TR\\([ \n]*(${text}[ \n]*)+\\)" marked "${content}")
  foreach(one IN LISTS marked)
    string(REGEX REPLACE "^CUTAWAY_TR\\([ \n]*" "" one "${one}")
    string(REGEX REPLACE "[ \n]*\\)$" "" one "${one}")
    list(APPEND texts "${one}")
  endforeach()
  # KindInfo info{"id", "Label", …} and ParamInfo{"id", "Label", …}
  string(REGEX MATCHALL "(KindInfo info|ParamInfo)[ ]*{[ \n]*${text},[ \n]*${text}" infos "${content}")
  foreach(one IN LISTS infos)
    string(REGEX REPLACE "^.*,[ \n]*(${text})$" "\\1" one "${one}")
    list(APPEND texts "${one}")
  endforeach()
endforeach()
list(REMOVE_DUPLICATES texts)
list(SORT texts)
set(stub "#include <QtGlobal>\nconst char* const texts[] = {\n")
foreach(one IN LISTS texts)
  string(APPEND stub "    QT_TRANSLATE_NOOP(\"core\", ${one}),\n")
endforeach()
string(REPLACE "@semicolon@" ";" stub "${stub}")
string(REPLACE "@open@" "[" stub "${stub}")
string(REPLACE "@close@" "]" stub "${stub}")
file(WRITE ${work}/core_strings.cpp "${stub}};\n")

file(GLOB files ${SOURCE}/resources/translations/cutaway_*.ts)
foreach(file IN LISTS files)
  string(REGEX REPLACE "^.*cutaway_(.*)\\.ts$" "\\1" language ${file})
  set(plural)
  if(language STREQUAL en)
    set(plural -pluralonly)
  endif()
  execute_process(COMMAND ${LUPDATE} -silent ${plural} -no-obsolete -locations none -I ${SOURCE} -source-language en_US -target-language ${language}
      ${SOURCE}/app ${SOURCE}/widgets ${work}/core_strings.cpp -ts ${OUTPUT}/cutaway_${language}.ts
    RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "lupdate failed for ${language}")
  endif()
endforeach()
file(REMOVE_RECURSE ${work})
