add_unit_test(app/base/tst_latest_worker app)
add_unit_test(app/base/tst_popup_escape app)
add_unit_test(app/base/tst_word_match app ALONE)
target_compile_definitions(app_base_tst_word_match PRIVATE
  TRANSLATION="${PROJECT_SOURCE_DIR}/resources/translations/cutaway_zh_CN.ts")
