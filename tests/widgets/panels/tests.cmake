add_unit_test(widgets/panels/tst_variant_panel widgets)
add_unit_test(widgets/panels/tst_model_diagram widgets)
add_unit_test(widgets/panels/tst_panels widgets)
