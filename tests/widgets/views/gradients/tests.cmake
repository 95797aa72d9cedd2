add_unit_test(widgets/views/gradients/tst_gradients widgets)
add_unit_test(widgets/views/gradients/tst_placements_page widgets)
add_unit_test(widgets/views/gradients/tst_gradient_room widgets)
