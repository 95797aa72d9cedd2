add_unit_test(widgets/views/tst_figure_options widgets)
add_unit_test(widgets/views/tst_shown_tensors widgets)
add_unit_test(widgets/views/tst_figure_pages widgets)
add_unit_test(widgets/views/tst_views widgets)
