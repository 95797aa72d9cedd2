add_unit_test(widgets/views/rope/tst_rope_pictures widgets)
add_unit_test(widgets/views/rope/tst_rope_view widgets)
