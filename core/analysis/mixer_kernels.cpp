#include "core/analysis/mixer_kernels.h"

#include "core/analysis/mixer_matrix.h"

namespace core {

std::vector<MixerKernel> mixerKernels(const Setup& setup, Index layer)
{
    const MixerForm form = mixerFormOf(setup, layer);
    std::vector<MixerKernel> all;
    const auto nameOf = [&](const char* weight) { return blockName(layer, std::string("mixer.") + weight); };
    if (form.convolution) {
        const std::string name = nameOf(form.convolution);
        const ConstMatrixView stored = setup.weights.at(name).values().matrix(); // [channel, taps], the last of the token itself
        all.push_back({name, false, stored.transpose().colwise().reverse()});
    }
    for (const char* shift : form.shifts) {
        const std::string name = nameOf(shift);
        const Tensor& share = setup.weights.at(name).values();
        MixerKernel kernel{name, true, Matrix(2, share.size())};
        for (Index i = 0; i < share.size(); ++i) {
            kernel.taps(0, i) = share.data()[i];
            kernel.taps(1, i) = 1.F - share.data()[i];
        }
        all.push_back(std::move(kernel));
    }
    return all;
}

} // namespace core
