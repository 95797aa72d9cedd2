add_unit_test(widgets/views/gradients/tst_gradients widgets)
