add_unit_test(widgets/views/circuits/tst_circuits widgets)
