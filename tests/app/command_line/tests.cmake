add_unit_test(app/command_line/tst_arguments app)
add_unit_test(app/command_line/tst_command_line app)
add_unit_test(app/command_line/tst_command_models app)
add_unit_test(app/command_line/tst_command_chat app)
add_unit_test(app/command_line/tst_command_figures app)
add_unit_test(app/command_line/tst_command_lessons app)
add_unit_test(app/command_line/tst_completions app)
foreach(test app_command_line_tst_command_line app_command_line_tst_command_models app_command_line_tst_command_figures
  app_command_line_tst_command_chat app_command_line_tst_command_lessons
  app_command_line_tst_completions)
add_unit_test(app/command_line/tst_command_frames app)
add_unit_test(app/command_line/tst_completions app)
foreach(test app_command_line_tst_command_line app_command_line_tst_command_models app_command_line_tst_command_figures
  app_command_line_tst_command_frames
  app_command_line_tst_command_chat app_command_line_tst_completions)
  target_sources(${test} PRIVATE ${CMAKE_CURRENT_LIST_DIR}/program_test.cpp)
  target_compile_definitions(${test} PRIVATE CUTAWAY="$<TARGET_FILE:cutaway>")
  add_dependencies(${test} cutaway)
endforeach()
