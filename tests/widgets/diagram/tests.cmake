add_unit_test(widgets/diagram/tst_model_diagram widgets)
