add_unit_test(widgets/views/training/tst_training widgets)
