#pragma once

// A model whose pass can be held: of 30 layers, seeded, with three matrices that are read when they are let go; as an
// encoder–decoder of 30 each.

#include "core/files/library/model_files.h"
#include "core/run/model.h"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace support {

/// Reading waits until it is let go.
class HeldSource : public core::TensorSource
{
public:
    explicit HeldSource(core::WeightPtr held)
        : m_held(std::move(held))
    {
    }
    const core::Shape& shape() const override { return m_held->shape(); }
    std::string dtype() const override { return m_held->source().dtype(); }
    std::string origin() const override { return m_held->source().origin(); }
    void read(core::Index row, core::Index rows, float* out) const override
    {
        m_isRead = true;
        while (!m_isLetGo)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        m_held->read(row, rows, out);
    }

    bool isRead() const { return m_isRead; }
    void letGo() { m_isLetGo = true; }

private:
    core::WeightPtr m_held;
    mutable std::atomic<bool> m_isRead = false;
    std::atomic<bool> m_isLetGo = false;
};

struct HeldModel
{
    static constexpr std::array heldLayers{10, 20, 25}; // of 30; in two stacks the first is of the encoder

    core::ModelPtr model;
    std::array<std::shared_ptr<HeldSource>, 3> held; // the output matrix of attention of these layers
    core::Choices said; // that it runs with

    explicit HeldModel(const char* topology = "causal_decoder")
    {
        auto seeded = std::make_shared<core::Model>(*core::openModel("untrained"));
        said.setText("sizes.layers=30", 1);
        said.set("topology", topology);
        const core::SetupPtr setup = core::configure(seeded, said);
        std::size_t i = 0;
        for (const int layer : heldLayers) {
            const bool isOfEncoder = setup->config.hasEncoder() && layer == heldLayers.front();
            const std::string name = (isOfEncoder ? "encoder." : "") + core::blockName(layer, "attn.o.weight");
            held[i] = std::make_shared<HeldSource>(setup->weights.share(name));
            seeded->weights.set(name, std::make_shared<core::WeightTensor>(held[i++]));
        }
        seeded->choices.set("sizes.layers", 30);
        seeded->choices.set("topology", topology);
        model = seeded;
    }

    ~HeldModel()
    {
        for (const auto& one : held)
            one->letGo();
    }
};

} // namespace support
