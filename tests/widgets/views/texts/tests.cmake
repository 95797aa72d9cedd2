add_unit_test(widgets/views/texts/tst_texts_view widgets)
