#pragma once

// The options of a figure (FigureData::options). A figure states them in its own files (FigureInfo::options), each as a constant
// that it reads its value with too, so that a key is spelled once:
//
//     constexpr WordOption layoutOption{"layout", {"multiples", "overlay"}};
//     .options = [](const FigureData&) -> FigureOptions { return {layoutOption}; }
//     layoutOption.in(data) // "multiples" unless the options say "overlay"

#include <QStringList>
#include <QVariantMap>

#include <array>
#include <initializer_list>
#include <vector>

namespace widgets {

struct FigureData;
struct FigureInfo;

/// What an option can be: what the command line understands and refuses.
struct FigureOption
{
    enum Value
    {
        Word, // one of `words`
        Words, // some of `words`, with commas between
        Number,
        Text
    };

    QString key;
    Value value = Text;
    QStringList words = {};
    double least = 0, most = 0; // of a number
    bool isWhole = false;
};
using FigureOptions = std::vector<FigureOption>;

/// A key and what the options say under it.
struct OptionKey
{
    const char* key;

    QString name() const { return QString::fromLatin1(key); }
    QVariant valueIn(const QVariantMap& options) const { return options.value(name()); }
    QVariant valueIn(const FigureData& data) const;
    bool isIn(const FigureData& data) const;
};

/// One word of at most four; the first where none of them is said.
struct WordOption : OptionKey
{
    consteval WordOption(const char* name, std::initializer_list<const char*> all)
        : OptionKey{name}
    {
        std::size_t i = 0;
        for (const char* word : all)
            words[i++] = word;
    }

    std::array<const char*, 4> words = {};

    QStringList list() const;
    QString in(const QVariantMap& options) const;
    QString in(const FigureData& data) const;
    bool is(const FigureData& data, const char* word) const { return in(data) == QLatin1String(word); }
    operator FigureOption() const { return {name(), FigureOption::Word, list()}; }
};

/// Any text, or words that are known to a table; empty where nothing is said.
struct TextOption : OptionKey
{
    consteval explicit TextOption(const char* name)
        : OptionKey{name}
    {
    }

    QString in(const QVariantMap& options) const { return valueIn(options).toString(); }
    QString in(const FigureData& data) const { return valueIn(data).toString(); }
    QStringList listIn(const QVariantMap& options) const; // what stands between commas
    QStringList listIn(const FigureData& data) const;

    operator FigureOption() const { return {name()}; }
    FigureOption oneOf(const QStringList& words) const; // no words: any text
    FigureOption someOf(const QStringList& words) const { return {name(), FigureOption::Words, words}; }
};

/// A number between two limits.
struct NumberOption : OptionKey
{
    double least, most;

    consteval NumberOption(const char* name, double from, double to)
        : OptionKey{name}
        , least(from)
        , most(to)
    {
    }

    double in(const FigureData& data, double otherwise) const; // as it is said; `otherwise` where that is no finite number
    operator FigureOption() const { return upTo(most); }
    FigureOption upTo(double limit) const { return {name(), FigureOption::Number, {}, least, limit}; }
};

/// A whole number between two limits.
struct WholeOption : OptionKey
{
    int least, most;

    static constexpr int many = 1'000'000; // how many there are is known with the run

    consteval WholeOption(const char* name, int from, int to)
        : OptionKey{name}
        , least(from)
        , most(to)
    {
    }

    int in(const FigureData& data, int otherwise) const;
    operator FigureOption() const { return between(least, most); }
    FigureOption upTo(int limit) const { return between(least, limit); }
    FigureOption between(int from, int to) const { return {name(), FigureOption::Number, {}, double(from), double(to), true}; }
};

/// Every option of the figure with all that it can be; empty when it has none.
FigureOptions optionsOf(const FigureInfo& figure);

/// The same with the values that these runs leave: the pairs that a head has, the tokens of the text.
FigureOptions optionsOf(const FigureInfo& figure, const FigureData& data);

/// Appends those whose key is not there yet.
void addOptions(FigureOptions& to, const FigureOptions& more);

/// Whether the option understands this value.
bool isUnderstood(const FigureOption& option, const QString& said);

} // namespace widgets
