add_unit_test(widgets/views/weights/tst_weights widgets)
