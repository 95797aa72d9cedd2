# Qt6::Test of the tests of core where there is no Qt (tools/try_windows.sh): headers under Qt's names that read ours.
set(headers_of_qt ${PROJECT_BINARY_DIR}/without_qt)
foreach(name QCoreApplication QByteArray QCryptographicHash QDir QElapsedTimer QFile QFileInfo QProcess QRandomGenerator QSet QString QStringList QTemporaryDir QTest)
  file(WRITE ${headers_of_qt}/${name}.new "#include \"tests/support/without_qt/test.h\"\n")
  file(COPY_FILE ${headers_of_qt}/${name}.new ${headers_of_qt}/${name} ONLY_IF_DIFFERENT)
endforeach()
add_library(Qt6::Test INTERFACE IMPORTED)
target_include_directories(Qt6::Test INTERFACE ${headers_of_qt} ${PROJECT_SOURCE_DIR})
target_sources(test_program PRIVATE ${CMAKE_CURRENT_LIST_DIR}/files.cpp ${CMAKE_CURRENT_LIST_DIR}/hash.cpp ${CMAKE_CURRENT_LIST_DIR}/test.cpp)

# What compares with Qt itself: the normal forms of Unicode.
set(tests_that_need_qt core/text/tst_unicode_forms)
