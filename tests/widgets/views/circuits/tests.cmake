add_unit_test(widgets/views/circuits/tst_circuits widgets)
add_unit_test(widgets/views/circuits/tst_circuits_in_force widgets)
add_unit_test(widgets/views/circuits/tst_paths_figure widgets)
add_unit_test(widgets/views/circuits/tst_paths_of_both widgets)
