# cmake -DSOURCE=tst_x.cpp -DOUT=tst_x.moc -P list_slots.cmake: in place of moc, the slots of the class of a test. Each stands on a
# line of its own in the last part of the class, behind "private slots:".
file(READ ${SOURCE} text)
string(REGEX REPLACE "[];[]" "," text "${text}")
string(REGEX MATCH "\nclass ([A-Za-z0-9]+) : public QObject\n{" head "${text}")
set(class ${CMAKE_MATCH_1})
if(NOT class)
  message(FATAL_ERROR "${SOURCE}: no class of a test")
endif()
string(FIND "${text}" "${head}" begin)
string(SUBSTRING "${text}" ${begin} -1 text)
string(FIND "${text}" "\n}," end)
string(SUBSTRING "${text}" 0 ${end} text)
set(slots "")
set(is_slot FALSE)
string(REPLACE "\n" ";" lines "${text}")
foreach(line IN LISTS lines)
  if(line MATCHES "^(private|public|protected)")
    string(FIND "${line}" "slots:" is_slot)
    string(COMPARE GREATER ${is_slot} 0 is_slot)
  elseif(is_slot AND line MATCHES "^    void ([A-Za-z0-9_]+)\\(\\)")
    string(APPEND slots "        {\"${CMAKE_MATCH_1}\", [this] { ${CMAKE_MATCH_1}(); }},\n")
  endif()
endforeach()
file(WRITE ${OUT} "const char* ${class}::testName() const { return \"${class}\"; }
std::vector<QTest::Slot> ${class}::testSlots()
{
    return {
${slots}    };
}
")
