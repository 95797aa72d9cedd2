#include "widgets/views/tokens/tokenized_texts.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/tokens/figure.h"
#include "widgets/views/tokens/pages.h"
#include "widgets/views/tokens/step_rows.h"

#include <QFileInfo>

#include <algorithm>
#include <functional>

namespace widgets {

namespace {

using TokenizerPtr = std::shared_ptr<const core::Tokenizer>;

constexpr const char* listQuantity = "tokenizers";

/// What the text of a run under a tokenizer depends on.
struct Wanted
{
    TokenizerPtr own;       // of the run
    TokenizerPtr tokenizer; // null: its own
    std::vector<core::TokenId> ids;
    int query = -1;         // selected token of the run
    int token = -1;         // of the tokenizer; −1: the one that stands where the selected one of the run does
    bool wantsSteps = false; // a word without steps gives way to that with the most
};

/// A text, and whether its tokenizer adds special tokens to it.
struct SourceText
{
    std::string text;
    bool isPlain = true; // false: they are in it already, as those of a chat template
};

SourceText sourceOf(const Wanted& wanted)
{
    SourceText plain{wanted.own->decode(wanted.ids, /*skipSpecial=*/true)};
    const auto isTheRuns = [&](const SourceText& one) { return wanted.own->encode(one.text, one.isPlain) == wanted.ids; };
    if (isTheRuns(plain))
        return plain;
    SourceText whole{wanted.own->decode(wanted.ids, /*skipSpecial=*/false), false};
    return isTheRuns(whole) ? whole : plain;
}

TokenizedText tokenized(const core::Tokenizer& tokenizer, const SourceText& source, std::size_t token)
{
    const std::string& text = source.text;
    TokenizedText result{core::recordEncoding(tokenizer, text, source.isPlain, token), {}, {}, text, tokenizer.vocabularySize()};
    result.placed = core::placedTokens(result.record, text);
    for (const core::TokenId id : result.record.ids)
        result.texts.push_back(tokenizer.tokenText(id));
    return result;
}

/// The token where this one of another tokenizer begins, or the first behind it: some drop spaces.
std::size_t tokenAt(const std::vector<core::PlacedToken>& tokens, double place)
{
    const auto found = std::ranges::find_if(tokens, [&](const core::PlacedToken& token) { return token.end > place + 1e-9; });
    return found == tokens.end() ? 0 : std::size_t(found - tokens.begin());
}

/// The first token of a word in several pieces, else of the first word: where there is most to see.
std::size_t tokenToShow(const core::EncodingRecord& record)
{
    const auto cut = std::ranges::find_if(
        record.words, [](const core::EncodedWord& word) { return !word.isAdded && word.tokens.size() > 1; });
    const auto any = std::ranges::find_if(record.words, [](const core::EncodedWord& word) { return !word.isAdded; });
    return cut != record.words.end() ? cut->first : any != record.words.end() ? any->first : 0;
}

constexpr std::size_t maxTried = 16; // words
constexpr int enoughSteps = 2;       // for something to be seen between the first and the last

/// The text at the word with the most steps, the first of those; only its longest words are tried.
TokenizedText atMostSteps(const core::Tokenizer& tokenizer, const SourceText& text)
{
    const core::EncodingRecord first = core::recordEncoding(tokenizer, text.text, text.isPlain, 0);
    std::vector<const core::EncodedWord*> words;
    for (const core::EncodedWord& word : first.words)
        if (!word.isAdded
            && std::ranges::none_of(words, [&](const core::EncodedWord* known) { return known->text == word.text; }))
            words.push_back(&word);
    std::ranges::stable_sort(words, std::greater(), [](const core::EncodedWord* word) { return word->text.size(); });
    words.resize(std::min(words.size(), maxTried));
    std::ranges::sort(words, std::less(), &core::EncodedWord::first);
    TokenizedText best = tokenized(tokenizer, text, words.empty() ? 0 : words.front()->first);
    for (const core::EncodedWord* word : words)
        if (TokenizedText tried = tokenized(tokenizer, text, word->first); stepCount(tried) > stepCount(best))
            best = std::move(tried);
    return best;
}

TokenizedText textOf(const Wanted& wanted)
{
    const SourceText text = sourceOf(wanted);
    const TokenizedText own = tokenized(*wanted.own, text, std::size_t(std::max(0, wanted.query)));
    const bool isOwn = !wanted.tokenizer;
    const TokenizerPtr& tokenizer = isOwn ? wanted.own : wanted.tokenizer;
    const bool isSelected = wanted.query >= 0 && std::size_t(wanted.query) < own.placed.size();
    TokenizedText result;
    if (wanted.token >= 0) {
        result = tokenized(*tokenizer, text, std::size_t(wanted.token));
    } else if (isOwn && isSelected) {
        result = own;
    } else {
        const core::EncodingRecord first = core::recordEncoding(*tokenizer, text.text, text.isPlain, 0);
        const std::size_t token = isSelected
            ? tokenAt(core::placedTokens(first, text.text), own.placed[std::size_t(wanted.query)].begin)
            : tokenToShow(first);
        result = tokenized(*tokenizer, text, token);
    }
    if (wanted.wantsSteps && wanted.token < 0 && stepCount(result) < enoughSteps)
        result = atMostSteps(*tokenizer, text);
    result.isOfRun = isOwn && result.record.ids == wanted.ids;
    return result;
}

bool wantsSteps(const FigureData& data)
{
    const QString page = showOption.in(data);
    return wordOption.is(data, "most") && (page.isEmpty() || page == QLatin1String(tokenStepsPage.id));
}

NeedId idOf(const FigureData& data, const RunPtr& run, const std::string& tokenizer)
{
    return {run->trace, {},
        "tokens of '" + tokenizer + "' at " + std::to_string(data.selection.query) + " "
            + std::to_string(tokenOption.in(data, -1)) + (wantsSteps(data) ? " with steps" : "")};
}

NeedId openedId(const std::string& tokenizer) { return {{}, {}, "tokenizer '" + tokenizer + "'"}; }

Need openedNeed(const std::string& tokenizer)
{
    return derivedNeed(openedId(tokenizer), [tokenizer](const core::RunControl&) { return core::openTokenizer(tokenizer); });
}

/// Null: not there, or refused.
TokenizerPtr openedIn(const FigureData& data, const std::string& tokenizer)
{
    const auto* const found = data.results.value<TokenizerPtr>(openedId(tokenizer));
    return found ? *found : nullptr;
}

NeedId sentencesId(const std::string& tokenizer, const std::string& language)
{
    return {{}, {}, "sentences " + language + " of '" + tokenizer + "'"};
}

} // namespace

std::size_t TokenizedText::bytes() const
{
    std::size_t sum = text.size() + placed.size() * sizeof(core::PlacedToken) + record.ids.size() * 96;
    if (const auto* const lattice = std::get_if<core::LatticeSteps>(&record.steps))
        sum += lattice->edges.size() * sizeof(core::LatticeSteps::Edge);
    return sum;
}

QString tokenizerLabel(const std::string& id)
{
    const QString name = QString::fromStdString(id);
    static const std::pair<const char*, const char*> families[]
        = {{"bpe", "BPE"}, {"wordpiece", "WordPiece"}, {"unigram", "Unigram"}};
    for (const auto& [family, title] : families)
        if (name.startsWith(QLatin1String(family) + QLatin1Char('-')))
            return QStringLiteral("%1 %2").arg(QLatin1String(title), formatCount(name.section(QLatin1Char('-'), -1).toInt()));
    if (!name.contains(QLatin1Char('/')))
        return name;
    // Many files are called tokenizer.json: their folder tells more.
    const QFileInfo file(name);
    return file.fileName() == QLatin1String("tokenizer.json") ? QFileInfo(file.path()).fileName() : file.fileName();
}

bool hasText(const RunPtr& run)
{
    return run && !run->trace->ids.empty() && run->setup && run->setup->model && run->setup->model->tokenizer;
}

QString whyNoText(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || run->trace->ids.empty())
        return TokensWords::tr("Type a text first: it is cut into tokens here.");
    if (!hasText(run))
        return TokensWords::tr("This model has no tokenizer, only ids: open another model, or look at Vocabulary.");
    return {};
}

Need tokenizerListNeed()
{
    return derivedNeed(NeedId{{}, {}, listQuantity}, [](const core::RunControl&) { return core::listTokenizers(); });
}

const std::vector<core::TokenizerListing>& knownTokenizers(const FigureData& data)
{
    static const std::vector<core::TokenizerListing> none;
    const auto* const found = data.results.value<std::vector<core::TokenizerListing>>({{}, {}, listQuantity});
    return found ? *found : none;
}

std::vector<ShownTokenizer> shownTokenizers(const FigureData& data)
{
    std::vector<ShownTokenizer> shown;
    for (const QString& path : alsoOption.listIn(data))
        shown.push_back({path.toStdString(), tokenizerLabel(path.toStdString())});
    for (const core::TokenizerListing& one : knownTokenizers(data)) {
        const QString label = tokenizerLabel(one.id);
        shown.push_back(
            {one.id, one.models > 1 ? TokensWords::tr("%1 and %2 more").arg(label).arg(one.models - 1) : label, one.family});
    }
    return shown;
}

Needs textNeeds(const FigureData& data, const RunPtr& run, const std::string& tokenizer)
{
    Needs needs;
    if (!tokenizer.empty())
        needs.push_back(openedNeed(tokenizer));
    const TokenizerPtr opened = openedIn(data, tokenizer);
    if (!tokenizer.empty() && !opened)
        return needs;
    const Wanted wanted{run->setup->model->tokenizer, opened, run->trace->ids, data.selection.query, tokenOption.in(data, -1),
        wantsSteps(data)};
    needs.push_back(derivedNeed(idOf(data, run, tokenizer), [wanted](const core::RunControl&) { return textOf(wanted); }));
    return needs;
}

const TokenizedText* textUnder(const FigureData& data, const std::string& tokenizer)
{
    return data.results.value<TokenizedText>(idOf(data, shownRun(data), tokenizer));
}

QString whyRefused(const FigureData& data, const std::string& tokenizer)
{
    for (const NeedId& id : {openedId(tokenizer), idOf(data, shownRun(data), tokenizer)})
        if (const NeedResult* const found = data.results.find(id); found && !found->value)
            return coreText(found->why);
    return {};
}

Needs sentencesNeeds(const FigureData& data, const std::string& tokenizer)
{
    Needs needs{openedNeed(tokenizer)};
    const TokenizerPtr opened = openedIn(data, tokenizer);
    if (!opened)
        return needs;
    const std::string language = sentencesOption.in(data).toStdString();
    needs.push_back(derivedNeed(sentencesId(tokenizer, language), [opened, language](const core::RunControl&) {
        SentenceCounts counts{0, 0, opened->vocabularySize()};
        const std::vector<std::string>& sentences = core::sampleSentences(language);
        for (const std::string& sentence : sentences) {
            const core::EncodingRecord record = core::recordEncoding(*opened, sentence, /*special=*/false, 0);
            counts.tokens += double(record.ids.size()) / double(sentences.size());
            for (const core::EncodedWord& word : record.words)
                for (const core::TokenSpan& token : word.tokens)
                    counts.unknown += double(token.isUnknown) / double(sentences.size());
        }
        return counts;
    }));
    return needs;
}

const SentenceCounts* sentencesUnder(const FigureData& data, const std::string& tokenizer)
{
    return data.results.value<SentenceCounts>(sentencesId(tokenizer, sentencesOption.in(data).toStdString()));
}

} // namespace widgets
