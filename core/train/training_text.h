#pragma once

// TrainingText: rows of tokens from a file of any size. Nothing of it stays in memory: a row begins at a line that the seed, the
// step and the number of the row choose, and its bytes are read and cut into tokens then. The last twentieth is held out.

#include "core/io/file_reader.h"
#include "core/run/model.h"
#include "core/train/batch_gradient.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace core {

class TextReader; // core/experiments/text_set.h

/// What tells a file from another: for going on with a training.
struct TextMark
{
    std::uint64_t bytes = 0;
    std::uint64_t hash = 0; // FNV-1a of all of them
    bool operator==(const TextMark&) const = default;
};

/// Rows of a step.
struct RowsWanted
{
    std::uint64_t seed = 1;
    Index step = 0;
    Index count = 1;
    Index length = 1; // tokens
};

class TrainingText
{
public:
    /// A `.jsonl` file has a JSON string or {"text": …} a line, each a text of its own; with an "answer" behind it only the tokens
    /// of the answer count. Any other file is one text. `nameOrPath` may be a set that comes with the program. The whole file is
    /// read once, to refuse what is no text. Throws Error{BadInput} with file and place: none, empty, not UTF-8, binary (a zero
    /// byte), a line that is not of the form, too short for two parts; for a model without a tokenizer. Stopped.
    TrainingText(const std::string& nameOrPath, const ModelPtr& model, const RunControl& control = {});
    ~TrainingText();

    /// The rows of a step: `count` of `length` tokens, the same for the same seed and step, from the part for training.
    std::vector<TrainingRow> rows(std::uint64_t seed, Index step, Index count, Index length) const;

    /// Rows of the part held out, evenly spaced.
    std::vector<TrainingRow> heldOutRows(Index count, Index length) const;

    /// Rows for two stacks. Of a line with an answer the source is its text and the target its answer, each at most `length` tokens;
    /// of any other text the first half of a row is the source and the second the target. The target begins with the model's start.
    std::vector<TrainingRow> pairs(const RowsWanted& wanted) const;
    std::vector<TrainingRow> heldOutPairs(Index count, Index length) const;

    const std::string& path() const;
    const TextMark& mark() const { return m_mark; }

private:
    /// Bytes [begin, end) of the file.
    struct Part
    {
        std::uint64_t begin = 0, end = 0;
    };
    class Tokens; // with a target each
    void check(const RunControl& control);
    void splitLines(const RunControl& control);
    void splitText();
    std::uint64_t lineAfter(std::uint64_t place, const Part& part) const;
    std::uint64_t characterAfter(std::uint64_t place, const Part& part) const;
    TrainingRow rowAt(std::uint64_t place, const Part& part, Index length) const;
    TrainingRow pairAt(std::uint64_t place, const Part& part, Index length) const;
    std::uint64_t placeOf(std::uint64_t stream, Index row) const;
    std::uint64_t heldOutPlace(Index row, Index count) const;
    void addPlain(std::uint64_t& place, const Part& part, Index tokens, Tokens& to) const;
    void addLine(std::uint64_t& place, const Part& part, Tokens& to) const;
    std::string read(std::uint64_t from, std::uint64_t to) const;

    ModelPtr m_model;
    bool m_isLines = false; // a text a line
    std::unique_ptr<TextReader> m_lines;
    std::unique_ptr<FileReader> m_file;
    TextMark m_mark;
    Part m_training, m_heldOut;
};

} // namespace core
