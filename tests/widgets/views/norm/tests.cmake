add_unit_test(widgets/views/norm/tst_descent_page widgets)
add_unit_test(widgets/views/norm/tst_norm widgets)
add_unit_test(widgets/views/norm/tst_placements widgets)
