add_unit_test(widgets/views/residual/tst_divergence_figure widgets)
add_unit_test(widgets/views/residual/tst_stream_figure widgets)
