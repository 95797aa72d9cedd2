#include "core/files/formats/gguf_latent.h"

#include "core/base/error.h"
#include "core/io/shown_text.h"

#include <algorithm>
#include <vector>

namespace core {

namespace {

/// [head * (d_nope + d_value), kv_rank]: of each head the rows that make its key, then those that make its value.
class LatentNumbers : public StoredNumbers
{
public:
    LatentNumbers(StoredTensor keys, StoredTensor values)
        : m_keys(std::move(keys))
        , m_values(std::move(values))
    {
    }
    void read(Index first, Index count, float* out) const override
    {
        const Index rank = m_keys.shape[1], dNope = m_keys.shape[2], dValue = m_values.shape[1];
        std::vector<float> keys(std::size_t(rank * dNope)); // of one head, as they are stored: [kv_rank, d_nope]
        Index headRead = -1;
        for (Index done = 0; done < count;) {
            const Index row = (first + done) / rank, column = (first + done) % rank;
            const Index head = row / (dNope + dValue), inHead = row % (dNope + dValue);
            const Index now = std::min(count - done, rank - column);
            if (inHead >= dNope)
                m_values.read((head * dValue + inHead - dNope) * rank + column, now, out + done);
            else {
                if (head != headRead)
                    m_keys.read(head * rank * dNope, rank * dNope, keys.data());
                headRead = head;
                for (Index i = 0; i < now; ++i)
                    out[done + i] = keys[std::size_t((column + i) * dNope + inHead)];
            }
            done += now;
        }
    }

private:
    StoredTensor m_keys, m_values;
};

} // namespace

void joinLatentMatrices(StoredTensors& stored)
{
    const std::string keyEnding = "attn_k_b.weight";
    std::vector<std::string> names;
    for (const auto& [name, tensor] : stored)
        if (name.ends_with(keyEnding))
            names.push_back(name);
    for (const std::string& name : names) {
        const std::string stem = name.substr(0, name.size() - keyEnding.size());
        const auto values = stored.find(stem + "attn_v_b.weight");
        if (values == stored.end())
            continue; // the row of the architecture misses it
        const StoredTensor keyTensor = stored.at(name), valueTensor = values->second;
        const Shape& k = keyTensor.shape;
        const Shape& v = valueTensor.shape;
        const bool fit = k.size() == 3 && v.size() == 3 && k[0] == v[0] && k[1] == v[2] && keyTensor.format && valueTensor.format;
        if (!fit)
            throw Error({.file = keyTensor.file->path(),
                .where = "tensor \"" + shownText(name) + "\"",
                .problem = CUTAWAY_TR("wrong shape"),
                .expected = "[head, kv_rank, d_nope], beside attn_v_b [head, d_value, kv_rank]",
                .found = shapeText(k) + ", " + shapeText(v)});
        StoredTensor joined = keyTensor;
        joined.name = stem + "attn_kv_b.weight";
        joined.shape = {k[0] * (k[2] + v[1]), k[1]};
        joined.format = nullptr;
        joined.numbers = std::make_shared<LatentNumbers>(keyTensor, valueTensor);
        stored.erase(name);
        stored.erase(values);
        stored[joined.name] = std::move(joined);
    }
}

} // namespace core
