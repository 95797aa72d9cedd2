add_unit_test(app/session/tst_look_history app)
add_unit_test(app/session/tst_planned_steps app)
add_unit_test(app/session/tst_session app)
