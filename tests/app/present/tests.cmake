add_unit_test(app/present/tst_presentation_screens app ALONE)
add_unit_test(app/present/tst_presenter_tools app)
add_unit_test(app/present/tst_projector_contrast app)
