add_unit_test(app/base/tst_latest_worker app)
