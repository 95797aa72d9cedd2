add_unit_test(widgets/tst_selection_model widgets)
add_unit_test(widgets/views/tst_views widgets)
add_unit_test(widgets/views/tst_attention_view widgets)
add_unit_test(widgets/views/tst_training widgets)
