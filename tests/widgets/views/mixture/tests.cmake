add_unit_test(widgets/views/mixture/tst_mixture widgets)
