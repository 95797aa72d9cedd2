add_unit_test(widgets/views/mixers/tst_mixers widgets)
