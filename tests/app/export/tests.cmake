add_unit_test(app/export/tst_export_dialog app)
add_unit_test(app/export/tst_export_settings app)
