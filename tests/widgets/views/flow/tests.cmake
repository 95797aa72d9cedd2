add_unit_test(widgets/views/flow/tst_flow widgets)
add_unit_test(widgets/views/flow/tst_flow_sums widgets)
