add_unit_test(app/tst_latest_worker app)
add_unit_test(app/tst_forward_runner app)
add_unit_test(app/tst_arguments app)
add_unit_test(app/tst_command_line app)
add_unit_test(app/tst_main_window app)
add_unit_test(app/tst_translations app)
add_unit_test(app/tst_export_settings app)
add_unit_test(app/tst_export_dialog app)
add_unit_test(app/tst_every_figure app)

target_compile_definitions(app_tst_command_line PRIVATE CUTAWAY="$<TARGET_FILE:cutaway>")
add_dependencies(app_tst_command_line cutaway)
target_compile_definitions(app_tst_translations PRIVATE
  SOURCE_FOLDER="${PROJECT_SOURCE_DIR}" CMAKE="${CMAKE_COMMAND}" LUPDATE="$<TARGET_FILE:Qt6::lupdate>")
