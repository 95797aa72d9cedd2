add_unit_test(widgets/views/feed_forward/tst_feed_forward_view widgets)
add_unit_test(widgets/views/feed_forward/tst_neuron_page widgets)
add_unit_test(widgets/views/feed_forward/tst_width_page widgets)
add_unit_test(widgets/views/feed_forward/tst_neuron_strip widgets)
