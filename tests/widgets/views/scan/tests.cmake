add_unit_test(widgets/views/scan/tst_scan_view widgets)
