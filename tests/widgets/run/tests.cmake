add_unit_test(widgets/run/tst_selection_model widgets)
add_unit_test(widgets/run/tst_token_follower widgets)
