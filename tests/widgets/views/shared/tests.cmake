add_unit_test(widgets/views/shared/tst_page_foot widgets)
add_unit_test(widgets/views/shared/tst_table_page widgets)
add_unit_test(widgets/views/shared/tst_waiting_view widgets)
add_unit_test(widgets/views/shared/tst_walk_button widgets)
