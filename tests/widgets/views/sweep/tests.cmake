add_unit_test(widgets/views/sweep/tst_sweep_view widgets)
