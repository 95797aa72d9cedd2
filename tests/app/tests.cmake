add_unit_test(app/tst_latest_worker app)
add_unit_test(app/tst_forward_runner app)
add_unit_test(app/tst_arguments app)
add_unit_test(app/tst_hostile_inputs app)
add_unit_test(app/tst_hostile_window app)
add_unit_test(app/tst_cancelling app)
add_unit_test(app/tst_random_choices app)
add_unit_test(app/tst_command_line app)
add_unit_test(app/tst_look_history app)
add_unit_test(app/tst_instrument app)
add_unit_test(app/tst_main_window app)
add_unit_test(app/tst_main_window_layout app)
add_unit_test(app/tst_translations app)
add_unit_test(app/tst_export_settings app)
add_unit_test(app/tst_export_dialog app)
add_unit_test(app/tst_every_figure app)
add_unit_test(app/tst_lecture app)

target_compile_definitions(app_tst_command_line PRIVATE CUTAWAY="$<TARGET_FILE:cutaway>")
add_dependencies(app_tst_command_line cutaway)
target_compile_definitions(app_tst_translations PRIVATE
  SOURCE_FOLDER="${PROJECT_SOURCE_DIR}" CMAKE="${CMAKE_COMMAND}" LUPDATE="$<TARGET_FILE:Qt6::lupdate>")
target_compile_definitions(app_tst_lecture PRIVATE CUTAWAY_PROGRAM="$<TARGET_FILE:cutaway>"
  LECTURE_SCRIPT="${PROJECT_SOURCE_DIR}/tools/lecture_figures.sh")
add_dependencies(app_tst_lecture cutaway)
set(hostile ${CMAKE_CURRENT_SOURCE_DIR}/app/hostile)
foreach(test app_tst_hostile_inputs app_tst_hostile_window)
  target_sources(${test} PRIVATE
    ${hostile}/config_inputs.cpp ${hostile}/gguf_inputs.cpp ${hostile}/index_inputs.cpp ${hostile}/safetensors_inputs.cpp
    ${hostile}/tokenizer_inputs.cpp ${hostile}/trace_inputs.cpp ${hostile}/valid_files.cpp)
endforeach()
target_compile_definitions(app_tst_hostile_inputs PRIVATE CUTAWAY="$<TARGET_FILE:cutaway>")
add_dependencies(app_tst_hostile_inputs cutaway)
set_tests_properties(app/tst_hostile_inputs PROPERTIES TIMEOUT 900) # four hundred runs of the program
