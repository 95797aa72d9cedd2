add_unit_test(widgets/views/weights/tst_change_figure widgets)
add_unit_test(widgets/views/weights/tst_weights widgets)
