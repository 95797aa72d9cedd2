add_unit_test(widgets/views/maps/tst_map_arrangement widgets)
add_unit_test(widgets/views/maps/tst_map_stage widgets)
