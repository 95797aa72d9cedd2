add_unit_test(widgets/views/heads_cache/tst_blocks_page widgets)
add_unit_test(widgets/views/heads_cache/tst_heads_cache widgets)
add_unit_test(widgets/views/heads_cache/tst_heads_cache_pointing widgets)
