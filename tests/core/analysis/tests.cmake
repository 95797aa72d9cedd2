add_unit_test(core/analysis/tst_attention_scores core)
add_unit_test(core/analysis/tst_residual core)
add_unit_test(core/analysis/tst_statistics core)
add_unit_test(core/analysis/tst_top_k core)
