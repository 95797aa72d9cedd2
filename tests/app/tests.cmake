add_unit_test(app/tst_cancelling app)
add_unit_test(app/tst_every_figure app)
add_unit_test(app/tst_family_window app)
add_unit_test(app/tst_focus_ring app)
add_unit_test(app/tst_hall app)
add_unit_test(app/tst_hostile_inputs app)
add_unit_test(app/tst_hostile_window app)
add_unit_test(app/tst_instrument app)
add_unit_test(app/tst_languages app)
add_unit_test(app/tst_lecture app)
add_unit_test(app/tst_lecture_words app)
add_unit_test(app/tst_page_choices app)
add_unit_test(app/tst_page_needs app)
add_unit_test(app/tst_random_choices app)
add_unit_test(app/tst_readable_window app)
add_unit_test(app/tst_readable_words app)
add_unit_test(app/tst_translations app)
add_unit_test(app/tst_used_room app)
add_unit_test(app/tst_writing app)

target_compile_definitions(app_tst_translations PRIVATE
  SOURCE_FOLDER="${PROJECT_SOURCE_DIR}" CMAKE="${CMAKE_COMMAND}" LUPDATE="$<TARGET_FILE:Qt6::lupdate>")
target_compile_definitions(app_tst_languages PRIVATE
  TRANSLATION="${PROJECT_SOURCE_DIR}/resources/translations/cutaway_zh_CN.ts" LRELEASE="$<TARGET_FILE:Qt6::lrelease>")
target_compile_definitions(app_tst_lecture PRIVATE CUTAWAY_PROGRAM="$<TARGET_FILE:cutaway>"
  LECTURE_SCRIPT="${PROJECT_SOURCE_DIR}/tools/lecture_figures.sh")
target_compile_definitions(app_tst_lecture_words PRIVATE LECTURE_FOLDER="${PROJECT_SOURCE_DIR}/docs")
add_dependencies(app_tst_lecture cutaway)
# The catalogue that both tests of hostile inputs walk.
set(hostile ${CMAKE_CURRENT_SOURCE_DIR}/app/hostile)
add_library(hostile_catalogue STATIC
  ${hostile}/config_inputs.cpp ${hostile}/gguf_inputs.cpp ${hostile}/index_inputs.cpp ${hostile}/safetensors_inputs.cpp
  ${hostile}/tokenizer_inputs.cpp ${hostile}/trace_inputs.cpp ${hostile}/valid_files.cpp)
target_link_libraries(hostile_catalogue PUBLIC app Qt6::Test PRIVATE project_warnings)
target_include_directories(hostile_catalogue PRIVATE ${PROJECT_SOURCE_DIR} ${test_headers})
target_compile_definitions(hostile_catalogue PRIVATE QT_NO_CAST_TO_ASCII)
target_precompile_headers(hostile_catalogue REUSE_FROM window_test_headers)
foreach(test app_tst_hostile_inputs app_tst_hostile_window)
  target_link_libraries(${test} PRIVATE hostile_catalogue)
endforeach()
target_compile_definitions(app_tst_hostile_inputs PRIVATE CUTAWAY="$<TARGET_FILE:cutaway>")
add_dependencies(app_tst_hostile_inputs cutaway)
set_tests_properties(app/tst_hostile_inputs PROPERTIES TIMEOUT 900) # four hundred runs of the program
set_tests_properties(app/tst_readable_window app/tst_hall PROPERTIES TIMEOUT 1500 ENVIRONMENT_MODIFICATION "QTEST_FUNCTION_TIMEOUT=set:900000") # every page at every size
