add_unit_test(widgets/controls/tst_title_line widgets)
add_unit_test(widgets/controls/tst_control_line widgets)
add_unit_test(widgets/controls/tst_dial widgets)
add_unit_test(widgets/controls/tst_tab_order widgets)
