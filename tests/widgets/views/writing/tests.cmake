add_unit_test(widgets/views/writing/tst_generation widgets)
