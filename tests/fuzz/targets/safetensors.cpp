// A safetensors file: its header, then every tensor that can be read, as weights that the file could hold them for, and the
// file that we would write of them.

#include "tests/fuzz/fuzz_target.h"

#include "core/files/formats/safetensors.h"

#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using Numbers = std::vector<float>;

Numbers numbersOf(const core::TensorSource& source)
{
    Numbers numbers(std::size_t(core::elements(source.shape())));
    if (!numbers.empty())
        source.read(0, source.shape()[0], numbers.data());
    return numbers;
}

void expectSame(const Numbers& one, const Numbers& other)
{
    if (one.size() != other.size() || (!one.empty() && std::memcmp(one.data(), other.data(), one.size() * sizeof(float)) != 0))
        std::abort();
}

/// The matrix turned, and its rows joined again of two parts.
void readAsWeights(const core::StoredTensor& tensor, const Numbers& numbers)
{
    if (tensor.shape.size() != 2 || numbers.empty())
        return;
    const core::Index rows = tensor.shape[0], columns = tensor.shape[1];
    const Numbers turned = numbersOf(*core::storedSource(tensor, {.isTransposed = true}));
    Numbers back(numbers.size());
    for (core::Index row = 0; row < rows; ++row)
        for (core::Index column = 0; column < columns; ++column)
            back[std::size_t(row * columns + column)] = turned[std::size_t(column * rows + row)];
    expectSame(back, numbers);

    const core::Index half = rows / 2;
    if (half > 0)
        expectSame(
            numbersOf(*core::joinedSource(
                {core::storedSource(tensor, {.rows = half}), core::storedSource(tensor, {.firstRow = half})}, tensor.shape)),
            numbers);
    numbersOf(*core::unitRowsSource(core::storedSource(tensor)));
}

} // namespace

void fuzzTarget(std::string_view bytes)
{
    const std::string path = fuzzFile("x.safetensors", bytes);
    refusing([&] {
        const core::Safetensors file = core::Safetensors::open(path);
        std::vector<Numbers> read;
        std::vector<core::TensorToWrite> copies;
        for (const core::StoredTensor& tensor : file.tensors) {
            if (!tensor.format)
                continue;
            Numbers numbers(std::size_t(core::elements(tensor.shape))); // no more than the file has
            tensor.read(0, core::Index(numbers.size()), numbers.data());
            readAsWeights(tensor, numbers);
            const core::Index length
                = tensor.shape.empty() || tensor.shape[0] == 0 ? 1 : core::Index(numbers.size()) / tensor.shape[0];
            copies.push_back({tensor.name, tensor.shape, [numbers, length](core::Index row, core::Index rows, float* out) {
                                  std::copy_n(numbers.begin() + row * length, rows * length, out);
                              }});
            read.push_back(std::move(numbers));
        }
        const std::string copy = fuzzFolder() + "/copy.safetensors";
        core::writeSafetensors(copy, copies, file.metadata);
        const core::StoredTensors again = core::Safetensors::open(copy).byName();
        for (std::size_t i = 0; i < copies.size(); ++i) {
            const core::StoredTensor& tensor = again.at(copies[i].name);
            Numbers numbers(std::size_t(core::elements(tensor.shape)));
            tensor.read(0, core::Index(numbers.size()), numbers.data());
            expectSame(numbers, read[i]);
        }
    });
}
