add_unit_test(widgets/views/positions/tst_positions widgets)
