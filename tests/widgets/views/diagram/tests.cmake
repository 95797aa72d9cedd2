add_unit_test(widgets/views/diagram/tst_diagram_view widgets)
