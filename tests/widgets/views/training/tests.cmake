add_unit_test(widgets/views/training/tst_first_step widgets)
add_unit_test(widgets/views/training/tst_train_controls widgets)
add_unit_test(widgets/views/training/tst_training widgets)
add_unit_test(widgets/views/training/tst_training_view widgets)
