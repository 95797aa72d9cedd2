add_unit_test(widgets/views/cost/tst_cost widgets)
add_unit_test(widgets/views/cost/tst_cost_columns widgets)
add_unit_test(widgets/views/cost/tst_cost_words widgets)
