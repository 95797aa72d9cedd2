add_unit_test(widgets/views/mixture/tst_mixture widgets)
add_unit_test(widgets/views/mixture/tst_routing_comparison widgets)
