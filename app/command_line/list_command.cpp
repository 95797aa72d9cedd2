#include "app/command_line/command.h"

#include "app/base/error_text.h"
#include "app/base/languages.h"
#include "app/command_line/atlas_json.h"
#include "app/command_line/model_json.h"
#include "app/lessons/lesson.h"

#include "core/files/library/model_files.h"
#include "core/run/forward.h"
#include "widgets/figure/figure.h"
#include "widgets/views/concepts.h"
#include "widgets/views/shared/figure_pages.h"

#include <QCoreApplication>

#include <algorithm>

namespace app {

namespace {

constexpr Option listOptions[]
    = {modelOption, setOption, {"--tokens", "N", QT_TRANSLATE_NOOP("commandLine", "with `tensors`: length of the text (16)")},
        jsonOption, languageOption, helpOption};

core::Json models(bool isDetailed)
{
    core::Json rows = core::Json::array();
    for (const core::ModelListing& model : core::listModels()) {
        rows.push_back(listingJson(model));
        if (isDetailed)
            addDetails(rows.back(), model);
    }
    return rows;
}

core::Json wordsOf(const QStringList& words)
{
    core::Json list = core::Json::array();
    for (const QString& word : words)
        list.push_back(word.toStdString());
    return list;
}

core::Json pagesOf(const widgets::FigureInfo& figure)
{
    core::Json pages = core::Json::array();
    for (const QString& page : widgets::pageIds(figure))
        pages.push_back({{"id", page.toStdString()}, {"concepts", wordsOf(widgets::conceptsOf(figure, page))}});
    return pages;
}

core::Json figures()
{
    core::Json rows = core::Json::array();
    for (const widgets::FigureInfo& figure : widgets::allFigures())
        rows.push_back({{"id", figure.id}, {"title", QCoreApplication::translate("figures", figure.title).toStdString()},
            {"concepts", wordsOf(widgets::conceptsOf(figure))}, {"pages", pagesOf(figure)}});
    return rows;
}

/// With the figures and views that show each: the clicks that reach it are the tab and the word of its switch.
core::Json concepts()
{
    core::Json rows = core::Json::array();
    for (const widgets::Concept& one : widgets::allConcepts()) {
        core::Json figures = core::Json::array(), views = core::Json::array();
        for (const widgets::ConceptPage& at : widgets::pagesOf(one)) {
            const std::string page = at.page.toStdString();
            figures.push_back(at.words().toStdString());
            const core::Json clicks = at.view.toStdString() + (page.empty() ? "" : " › " + page);
            if (!at.view.isEmpty() && std::ranges::find(views, clicks) == views.end())
                views.push_back(clicks);
        }
        rows.push_back({{"id", one.id}, {"title", QCoreApplication::translate("concepts", one.title).toStdString()},
            {"figures", figures}, {"views", views}});
    }
    return rows;
}

core::Json lessons()
{
    core::Json rows = core::Json::array();
    for (const Lesson& lesson : allLessons()) {
        core::Json spoken = core::Json::array();
        for (const auto& words : lesson.words)
            spoken.push_back(words.first.toStdString());
        rows.push_back({{"id", lesson.id.toStdString()}, {"title", lesson.wordsIn(currentLanguage()).title.toStdString()},
            {"steps", lesson.steps.size()}, {"minutes", lesson.minutes}, {"languages", spoken}, {"path", lesson.file}});
    }
    return rows;
}

/// The choices with words of their own, each with its kinds and the parameters that belong to it.
core::Json families()
{
    core::Json rows = core::Json::array();
    for (const core::ChoiceKey& key : core::choiceKeys()) {
        if (key.type != core::ChoiceType::Word || !key.ofKey.empty())
            continue;
        core::Json kinds = core::Json::array();
        for (std::size_t i = 0; i < key.words.size(); ++i) {
            core::Json parameters = core::Json::array();
            for (const core::ChoiceKey& parameter : core::choiceKeys())
                if (parameter.ofKey == key.id
                    && (parameter.ofKinds.empty()
                        || std::ranges::find(parameter.ofKinds, key.words[i]) != parameter.ofKinds.end()))
                    parameters.push_back(parameter.id);
            kinds.push_back({{"id", key.words[i]},
                {"label", i < key.wordLabels.size() ? coreText(key.wordLabels[i]).toStdString() : key.words[i]},
                {"formula", i < key.formulas.size() ? key.formulas[i] : ""}, {"parameters", parameters}});
        }
        rows.push_back({{"id", key.id}, {"title", coreText(key.label).toStdString()}, {"kinds", kinds}});
    }
    return rows;
}

core::Json tensors(const Arguments& arguments)
{
    const core::SetupPtr setup = setupOf(arguments, arguments.required("--model"));
    core::Json rows = core::Json::array();
    for (const core::PlannedTensor& tensor : core::plan(setup->config, arguments.integer("--tokens", 16, 1, 1'000'000)).tensors)
        rows.push_back({{"id", tensor.name}, {"axes", tensor.axes}, {"shape", tensor.shape}, {"on_request", tensor.onRequest}});
    return rows;
}

/// "id   title", ids aligned; kinds indented below their family; tensors with their axes.
void printRows(const core::Json& rows)
{
    std::size_t width = 0;
    for (const core::Json& row : rows)
        width = std::max(width, row["id"].get_ref<const std::string&>().size());
    for (const core::Json& row : rows) {
        const std::string id = row["id"].get<std::string>();
        std::string line = id + std::string(width - id.size() + 2, ' ');
        if (row.contains("title"))
            line += row["title"].get<std::string>();
        if (row.contains("shape"))
            for (std::size_t i = 0; i < row["shape"].size(); ++i)
                line += (i ? " × " : "") + row["axes"][i].get<std::string>() + " " + row["shape"][i].dump();
        print(line.substr(0, line.find_last_not_of(' ') + 1));
        for (const core::Json& kind : row.value("kinds", core::Json::array())) {
            const std::string formula = kind["formula"].get<std::string>();
            print({"  ", kind["id"].get_ref<const std::string&>(), "  ", kind["label"].get_ref<const std::string&>(),
                formula.empty() ? "" : "   ", formula});
        }
    }
}

int runList(const Arguments& arguments, const std::stop_token&)
{
    const std::string what = arguments.positionals().empty() ? "" : arguments.positionals()[0];
    core::Json rows;
    if (what == "models")
        rows = models(arguments.has("--json"));
    else if (what == "figures")
        rows = figures();
    else if (what == "families")
        rows = families();
    else if (what == "tensors")
        rows = tensors(arguments);
    else if (what == "concepts")
        rows = concepts();
    else if (what == "atlas")
        rows = arguments.has("--json") ? atlasJson() : atlasTitles();
    else if (what == "lessons")
        rows = lessons();
    else
        throw core::Error({core::ErrorKind::Usage, {}, "list", CUTAWAY_TR("needs to know what to list"),
            "models, atlas, figures, concepts, families, tensors, lessons", what});
    if (arguments.has("--json"))
        printJson(rows);
    else
        printRows(rows);
    return Done;
}

} // namespace

extern const Command listCommand;
const Command listCommand{"list",
    QT_TRANSLATE_NOOP("commandLine", "lists models, published models (atlas), figures, concepts, families, tensors or lessons"),
    "models|atlas|figures|concepts|families|tensors|lessons [--model M] [--json]", "cutaway list tensors --model untrained",
    listOptions, 1, nullptr, runList};

} // namespace app
