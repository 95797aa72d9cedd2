add_unit_test(app/tst_bad_input app ALONE)
add_unit_test(app/tst_cancelling app)
add_unit_test(app/tst_counted_words app)
add_unit_test(app/tst_every_figure app)
add_unit_test(app/tst_every_page app ALONE)
add_unit_test(app/tst_family_window app)
add_unit_test(app/tst_figure_tables app)
add_unit_test(app/tst_focus_ring app)
add_unit_test(app/tst_hall app)
add_unit_test(app/tst_hostile_inputs app ALONE)
add_unit_test(app/tst_hostile_window app ALONE)
add_unit_test(app/tst_input_methods app)
add_unit_test(app/tst_instrument app)
add_unit_test(app/tst_keyboard app)
add_unit_test(app/tst_languages app ALONE)
add_unit_test(app/tst_lecture app ALONE)
add_unit_test(app/tst_lecture_words app ALONE)
add_unit_test(app/tst_left_out app ALONE)
add_unit_test(app/tst_number_sources app)
add_unit_test(app/tst_one_click app)
add_unit_test(app/tst_page_choices app)
add_unit_test(app/tst_page_needs app)
add_unit_test(app/tst_random_choices app)
add_unit_test(app/tst_readable_window app ALONE)
add_unit_test(app/tst_readable_words app)
add_unit_test(app/tst_translations app ALONE)
add_unit_test(app/tst_type_size app ALONE)
add_unit_test(app/tst_used_room app)
add_unit_test(app/tst_whole_sentences app)
add_unit_test(app/tst_writing app)

# F5 fills the screen that a lecturer has.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/hall_screen.json
  "{\"screens\": [{\"name\": \"hall\", \"x\": 0, \"y\": 0, \"width\": 1366, \"height\": 768, \"logicalDpi\": 96, \"dpr\": 1}]}")
set_property(TEST app/tst_hall app/tst_one_click PROPERTY ENVIRONMENT_MODIFICATION
  "QT_QPA_PLATFORM=set:offscreen:configfile=${CMAKE_CURRENT_BINARY_DIR}/hall_screen.json")

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
