add_unit_test(widgets/views/alibi/tst_alibi widgets)
add_unit_test(widgets/views/alibi/tst_order_page widgets)
add_unit_test(widgets/views/alibi/tst_position_terms widgets)
