add_unit_test(widgets/views/attention/tst_attention_stages widgets)
add_unit_test(widgets/views/attention/tst_attention_view widgets)
add_unit_test(widgets/views/attention/tst_attention_wall widgets)
add_unit_test(widgets/views/attention/tst_stage_page widgets)
