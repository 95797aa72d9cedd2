add_unit_test(app/runs/tst_continuation app)
add_unit_test(app/runs/tst_forward_runner app)
add_unit_test(app/runs/tst_runner_needs app)
add_unit_test(app/runs/tst_training_runner app)
