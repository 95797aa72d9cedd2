#include "app/command_line/train_words.h"

#include "app/base/model_names.h"

#include "core/base/error.h"
#include "core/train/training_corpus.h"

namespace app {

namespace {

constexpr long maxDocuments = 10'000'000, usualDocuments = 10;
constexpr core::Index longestSentence = 1000; // tokens, of a pair

constexpr Option corpusOptions[] = {modelOption,
    {"--documents", "N", QT_TRANSLATE_NOOP("commandLine", "documents, a JSON string a line (10)")},
    {"--pairs", "N", QT_TRANSLATE_NOOP("commandLine", "instead: sentences and what they are in the other language")},
    {"--batch", "ROWSxLENGTH",
        QT_TRANSLATE_NOOP("commandLine", "instead: rows as ids, each with the token that its last one tells")},
    {"--held-out", nullptr, QT_TRANSLATE_NOOP("commandLine", "of what no training sees")},
    {"--seed", "S", QT_TRANSLATE_NOOP("commandLine", "other documents for each (1)")}, jsonOption, languageOption, helpOption};

core::Json documentJson(const core::CorpusDocument& document)
{
    core::Json questions = core::Json::array();
    for (const core::CorpusDocument::Question& question : document.questions)
        questions.push_back({{"test", question.test}, {"at", question.at}, {"right", question.right}, {"wrong", question.wrong}});
    return {{"kind", document.kind}, {"text", document.text}, {"ids", document.ids}, {"nats", document.nats},
        {"questions", questions}};
}

void printDocuments(const core::TrainingCorpus& corpus, std::uint64_t seed, core::Index count, const Arguments& arguments)
{
    corpus.eachDocument(seed, count, arguments.has("--held-out"), [&](const core::CorpusDocument& document) {
        printJson(arguments.has("--json") ? documentJson(document) : core::Json(document.text));
    });
}

/// As a .jsonl of texts with answers, which `train` reads.
void printPairs(
    const core::TrainingCorpus& corpus, const core::Model& model, const core::RowsWanted& wanted, const Arguments& arguments)
{
    const core::TokenId start = model.tokenizer->beginOfSequence().value_or(0); // which the answer does not have
    const std::vector<core::TrainingRow> rows
        = arguments.has("--held-out") ? corpus.heldOutPairs(wanted.count, longestSentence, start) : corpus.pairs(wanted, start);
    for (const core::TrainingRow& row : rows) {
        core::Json pair{
            {"text", model.tokenizer->decode(row.source, true)}, {"answer", model.tokenizer->decode(row.targets, true)}};
        if (arguments.has("--json")) {
            pair["ids"] = row.source;
            pair["answer_ids"] = row.targets;
        }
        printJson(pair);
    }
}

void printRows(const core::TrainingCorpus& corpus, const core::RowsWanted& wanted, const Arguments& arguments)
{
    if (arguments.has("--held-out")) {
        for (const std::vector<core::TokenId>& ids : corpus.heldOutIds(wanted.count, wanted.length))
            printJson(ids);
        return;
    }
    for (const core::TrainingRow& row : corpus.rows(wanted)) {
        std::vector<core::TokenId> ids = row.ids;
        ids.push_back(row.targets.back());
        printJson(ids);
    }
}

int runCorpus(const Arguments& arguments, const std::stop_token&)
{
    if (arguments.has("--documents") + arguments.has("--pairs") + arguments.has("--batch") > 1)
        throw core::Error(
            {core::ErrorKind::Usage, {}, {}, CUTAWAY_TR("give one of them"), "--documents N, --pairs N, --batch ROWSxLENGTH"});
    const core::ModelPtr model = openModel(modelIn(arguments).value_or("main"));
    const core::TrainingCorpus corpus(model, {});
    const auto seed = std::uint64_t(arguments.integer("--seed", 1, 0, 0x7fffffff));
    if (arguments.has("--pairs"))
        printPairs(corpus, *model, {seed, 0, arguments.integer("--pairs", 0, 1, maxDocuments), longestSentence}, arguments);
    else if (arguments.has("--batch")) {
        const core::TrainingRecipe recipe = batchOf(arguments);
        printRows(corpus, {seed, 0, recipe.rows, recipe.length}, arguments);
    } else
        printDocuments(corpus, seed, arguments.integer("--documents", usualDocuments, 1, maxDocuments), arguments);
    return Done;
}

} // namespace

extern const Command corpusCommand;
const Command corpusCommand{"corpus",
    QT_TRANSLATE_NOOP("commandLine", "prints the bundled corpus, which small models are trained on"),
    "[M] [--documents N | --pairs N | --batch ROWSxLENGTH] [--held-out] [--seed S] [--json]",
    "cutaway corpus --documents 5 --held-out", corpusOptions, 1, nullptr, runCorpus};

} // namespace app
