#pragma once

// ReferenceMeans: the mean of tensors over all tokens of many texts, for ablations that put an average in place of a part. Texts are
// run one after another, so memory is that of one run.

#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/intervention.h"

#include <map>
#include <string>
#include <vector>

namespace core {

/// Means by name of the tensor: a number for each place behind the axis of tokens.
struct ReferenceMeans
{
    struct Mean
    {
        Shape shape; // without the tokens: [head, d_head], [d_model]
        std::vector<double> sum;
        double tokens = 0;
    };
    std::map<std::string, Mean> tensors;

    /// The mean as a value of `op set`: of all, of a head, or of one number of the last axis (−1: all). Zero where no token came by.
    /// REQUIRES: the tensor is one of them.
    InterventionValue valueOf(const std::string& tensor, Index head, Index number) const;
};

/// Means over all tokens of the texts. Throws Error{BadInput} for no texts and what forward() refuses, with the number of the text;
/// Stopped. REQUIRES: each name is a tensor whose first axis counts tokens.
ReferenceMeans referenceMeans(const Setup& setup, const std::vector<std::vector<TokenId>>& texts,
    const std::vector<std::string>& names, const RunControl& control);

} // namespace core
