add_unit_test(widgets/views/embeddings/tst_embeddings widgets)
add_unit_test(widgets/views/embeddings/tst_token_plane widgets)
add_unit_test(widgets/views/embeddings/tst_positions_picture widgets)
