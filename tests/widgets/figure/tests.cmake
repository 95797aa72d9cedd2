add_unit_test(widgets/figure/tst_figure_export widgets)
add_unit_test(widgets/figure/tst_pdf_text widgets)
add_unit_test(widgets/figure/tst_caveats widgets)
add_unit_test(widgets/figure/tst_sides widgets)
