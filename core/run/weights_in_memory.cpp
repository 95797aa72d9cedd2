#include "core/run/weights_in_memory.h"

#include "core/base/system_memory.h"
#include "core/run/model.h"

namespace core {

namespace {

// Below, float32 is packed where it fits: faster for texts, and no burden on a small machine.
constexpr std::size_t maxPacked = std::size_t(2) << 30;

// Below, weights stay in the caches of a processor from token to token, and reading fewer bytes gains nothing.
constexpr std::size_t maxCached = std::size_t(32) << 20;

} // namespace

std::size_t WeightsInMemory::bytes(const Setup& setup, MatrixForm form)
{
    std::size_t bytes = 0;
    for (const WeightSpec& spec : setup.specs) {
        const WeightTensor* const tensor = setup.weights.find(spec.name);
        if (spec.sharedWith.empty())
            bytes += tensor ? tensor->bytes(form) : std::size_t(elements(spec.shape)) * sizeof(float);
    }
    return bytes;
}

std::size_t WeightsInMemory::ordinaryBudget() { return systemMemoryBytes() / 2; }

WeightsInMemory WeightsInMemory::of(const Setup& setup, std::size_t room)
{
    const std::size_t packed = bytes(setup, MatrixForm::Packed), stored = bytes(setup, MatrixForm::Stored);
    WeightsInMemory result;
    if (packed <= room && (packed <= maxPacked || stored == packed)) {
        if (stored < packed && packed > maxCached && packed + stored <= room)
            result.m_forOneToken = MatrixForm::Stored;
        return result;
    }
    result.m_stay = stored <= room;
    result.m_forTexts = result.m_forOneToken = MatrixForm::Stored;
    return result;
}

std::shared_ptr<const ProductMatrix> WeightsInMemory::matrixOf(const WeightTensor& tensor, Index tokens) const
{
    const MatrixForm form = tokens == 1 ? m_forOneToken : m_forTexts;
    if (!m_stay || m_forTexts == MatrixForm::Stored)
        if (std::shared_ptr<const ProductMatrix> held = tensor.heldMatrix(tokens == 1 ? MatrixForm::Stored : MatrixForm::Packed))
            return held;
    return m_stay ? tensor.matrix(form) : tensor.passingMatrix();
}

bool WeightsInMemory::keepsForm(const WeightTensor& tensor, Index tokens) const
{
    if (!m_stay)
        return true;
    const auto packed = tensor.heldMatrix(MatrixForm::Packed), stored = tensor.heldMatrix(MatrixForm::Stored);
    const auto taken = matrixOf(tensor, tokens); // may be read now
    return taken == packed || taken == stored;
}

std::string_view WeightsInMemory::word() const
{
    if (!m_stay)
        return "read when used";
    if (m_forTexts == MatrixForm::Stored)
        return "stored";
    return m_forOneToken == MatrixForm::Stored ? "float32 and stored" : "float32";
}

std::string_view WeightsInMemory::wordOf(const WeightTensor& tensor) const
{
    const bool isMatrix = tensor.shape().size() == 2;
    return isMatrix && (tensor.hasBlocks() || !m_stay) ? word() : "float32";
}

std::size_t WeightsInMemory::bytesOf(const WeightTensor& tensor) const
{
    if (wordOf(tensor) == "read when used")
        return 0;
    const std::size_t texts = tensor.bytes(m_forTexts);
    return m_forTexts == m_forOneToken || !tensor.hasBlocks() ? texts : texts + tensor.bytes(m_forOneToken);
}

} // namespace core
