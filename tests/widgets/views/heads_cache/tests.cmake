add_unit_test(widgets/views/heads_cache/tst_heads_cache widgets)
