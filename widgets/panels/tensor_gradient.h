#pragma once

// TensorGradient: what a metric of the run gains for each number of one tensor, computed by the worker for the inspector.

#include "widgets/figure/needs.h"

#include <QString>

namespace widgets {

/// "answer" (the logit difference of the likeliest next token and the second), or a metric as the commands have it.
struct TensorGradient
{
    RunPtr run;
    QString tensor;
    QString metric;

    /// The way back that is needed; none where the run has no model or no logits.
    Needs needs() const;

    /// [axes of the tensor]; null: not there.
    const core::Tensor* in(const NeedResults& results) const;

    /// What is in place of the numbers: why there are none, or that they are on their way. Empty: they are there.
    QString whyNot(const NeedResults& results) const;

    /// What the numbers are, in one sentence.
    QString words() const;
};

} // namespace widgets
