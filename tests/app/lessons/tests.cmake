add_unit_test(app/lessons/tst_handout app)
add_unit_test(app/lessons/tst_lesson app)
add_unit_test(app/lessons/tst_lessons_played app)
add_unit_test(app/lessons/tst_lessons_presented app ALONE)
