add_unit_test(widgets/views/logits/tst_logits widgets)
