add_unit_test(app/command_line/tst_arguments app)
add_unit_test(app/command_line/tst_command_line app)

target_compile_definitions(app_command_line_tst_command_line PRIVATE CUTAWAY="$<TARGET_FILE:cutaway>")
add_dependencies(app_command_line_tst_command_line cutaway)
