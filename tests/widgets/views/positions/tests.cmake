add_unit_test(widgets/views/positions/tst_added_cells widgets)
add_unit_test(widgets/views/positions/tst_own_mask widgets)
add_unit_test(widgets/views/positions/tst_positions widgets)
add_unit_test(widgets/views/positions/tst_relative_scales widgets)
