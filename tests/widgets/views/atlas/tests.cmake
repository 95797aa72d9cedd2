add_unit_test(widgets/views/atlas/tst_atlas_view widgets)
