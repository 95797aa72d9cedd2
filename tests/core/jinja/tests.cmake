add_unit_test(core/jinja/tst_template core)
add_unit_test(core/jinja/tst_chat_format core)
