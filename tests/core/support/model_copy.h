#pragma once

// A model folder of the test data that a test may change: keys of its configuration, its tensors.

#include "core/files/families/config_source.h"
#include "core/files/formats/safetensors.h"
#include "core/files/library/model_files.h"
#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

namespace core {

/// A copy of a folder of the test data, to be spoiled: "golden/llama", or only "llama".
class ModelCopy : public TemporaryFolder
{
public:
    explicit ModelCopy(const std::string& folder)
    {
        for (const char* name : {"config.json", "model.safetensors"})
            write(name,
                readBytes(
                    std::string(TEST_DATA "/") + (folder.find('/') == std::string::npos ? "golden/" : "") + folder + "/" + name));
    }

    /// Gives keys of config.json other values; null removes a key.
    void setConfig(const Json& changes) const
    {
        Json config = readConfigDocument(path("config.json"));
        for (const auto& [key, value] : changes.items()) {
            config[key] = value;
            if (value.is_null())
                config.erase(key);
        }
        write("config.json", writeJson(config));
    }

    /// Writes the stored tensors again, after `change`.
    template <class Change>
    void setTensors(Change&& change) const
    {
        StoredTensors stored = Safetensors::open(path("model.safetensors")).byName();
        change(stored);
        std::vector<TensorToWrite> tensors;
        for (const auto& [name, tensor] : stored)
            tensors.push_back({name, tensor.shape,
                [source = storedSource(tensor)](Index row, Index rows, float* out) { source->read(row, rows, out); }});
        writeSafetensors(path("model.safetensors"), tensors, {});
    }

    Error::Parts refusal() const
    {
        return refusalOf([&] { openModel(path()); });
    }
};

} // namespace core
