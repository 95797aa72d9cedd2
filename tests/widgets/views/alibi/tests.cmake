add_unit_test(widgets/views/alibi/tst_alibi widgets)
