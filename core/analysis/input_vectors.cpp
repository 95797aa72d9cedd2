#include "core/analysis/input_vectors.h"

#include <limits>

namespace core {

namespace {

constexpr float nearlyEqual = 1e-4F; // of the largest number: another order of the same sum

Tensor tensorOf(const Trace& trace, std::string_view name, const Tensor& like)
{
    const Tensor* found = trace.find(name);
    return found && found->shape() == like.shape() ? *found : Tensor();
}

template <class Some>
bool isNearly(const Some& a, const ConstMatrixView& b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return false;
    if (a.size() == 0)
        return true;
    return (a - b).cwiseAbs().maxCoeff() <= nearlyEqual * b.cwiseAbs().maxCoeff();
}

} // namespace

Matrix InputVectors::sum() const
{
    Matrix total = start().matrix();
    for (const Tensor* part : {&position, &type})
        if (*part)
            total += part->matrix();
    return total;
}

std::optional<InputVectors> inputVectors(const Trace& trace)
{
    const Tensor* token = trace.find("embed");
    const Tensor* entering = trace.find(blockName(0, "resid_pre"));
    if (!token || !entering || token->rows() != entering->rows() || token->size() == 0)
        return std::nullopt;
    InputVectors input;
    input.token = *token;
    input.entering = *entering;
    input.position = tensorOf(trace, "pos_embed", *token);
    input.type = tensorOf(trace, "token_type_embed", *token);
    input.normed = tensorOf(trace, "ln_embed.out", *token);
    if (token->columns() != entering->columns()) {
        input.end = InputEnd::Projected;
    } else if (input.normed && isNearly(input.normed.matrix(), entering->matrix())) {
        input.end = InputEnd::Normed;
    } else {
        input.normsFirst = bool(input.normed);
        input.end = isNearly(input.sum(), entering->matrix()) ? InputEnd::Summed : InputEnd::Unknown;
    }
    return input;
}

std::vector<double> rowLengths(const Tensor& vectors)
{
    const ConstMatrixView numbers = vectors.matrix();
    std::vector<double> lengths;
    for (Index row = 0; row < numbers.rows(); ++row)
        lengths.push_back(
            numbers.row(row).allFinite() ? numbers.row(row).cast<double>().norm() : std::numeric_limits<double>::quiet_NaN());
    return lengths;
}

} // namespace core
