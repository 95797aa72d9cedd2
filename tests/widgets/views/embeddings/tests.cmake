add_unit_test(widgets/views/embeddings/tst_embeddings widgets)
