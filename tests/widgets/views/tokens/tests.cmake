add_unit_test(widgets/views/tokens/tst_tokens widgets)
