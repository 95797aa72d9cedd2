#include "app/command_line/experiment_words.h"

#include "core/experiments/paths.h"

#include <QCoreApplication>
#include <QLocale>

namespace app {

namespace {

constexpr Option pathsOptions[] = {modelOption, setOption, textOption, chatOption, idsOption, otherTextOption, otherIdsOption,
    metricOption, {"--threshold", "X", QT_TRANSLATE_NOOP("commandLine", "edges that change the metric by less are left out")},
    {"--heads", "N",
        QT_TRANSLATE_NOOP("commandLine", "only the N heads without which the metric changes most have paths (without it all)")},
    jsonOption, languageOption, helpOption};

constexpr std::size_t printedEdges = 40;

void printCircuit(const core::Circuit& circuit)
{
    const auto number = [](double value) { return QLocale().toString(value, 'f', 4).toStdString(); };
    print({circuit.metric.text, "  ", number(circuit.untouched)});
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "with every edge exchanged")), number(circuit.replaced));
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "faithfulness")), number(circuit.faithfulness));
    printRow(say(QT_TRANSLATE_NOOP("commandLine", "completeness")), number(circuit.completeness));
    for (std::size_t i = 0; i < circuit.effects.size() && i < printedEdges; ++i)
        print({"  ",
            QCoreApplication::translate("commandLine", "%1: direct effect %2, total effect %3")
                .arg(QString::fromStdString(circuit.nodes[i]), QString::fromStdString(number(circuit.effects[i].direct)),
                    QString::fromStdString(number(circuit.effects[i].total)))
                .toStdString()});
    for (std::size_t i = 0; i < circuit.edges.size() && i < printedEdges; ++i) {
        const core::PathEdge& edge = circuit.edges[i];
        print({"  ", edge.from, " → ", edge.to, "  ", number(edge.effect)});
    }
    if (circuit.edges.size() > printedEdges)
        print(QCoreApplication::translate("commandLine", "and %1 more: --json prints all")
                  .arg(circuit.edges.size() - printedEdges)
                  .toStdString());
}

int runPaths(const Arguments& arguments, const std::stop_token& stop)
{
    arguments.required("--threshold");
    const double threshold = arguments.number("--threshold", 0, 0, 1e9);
    const auto heads = std::size_t(arguments.integer("--heads", 0, 1, 1000000));
    const core::SetupPtr setup = setupOf(arguments, requiredModel(arguments));
    core::RunControl control;
    control.stop = stop;
    std::optional<core::ReplacingText> other;
    if (arguments.has("--b-text") || arguments.has("--b-ids"))
        other = core::ReplacingText{{.ids = idsOf(arguments, *setup->model, "b-")}};
    const core::PathModel model(measurementOf(arguments, *setup), other, control, heads);
    const core::Circuit circuit = core::circuitOf(model, threshold, control);
    if (arguments.has("--json"))
        printJson(core::toJson(circuit));
    else
        printCircuit(circuit);
    sayNotes(*setup->model);
    return Done;
}

} // namespace

extern const Command pathsCommand;
const Command pathsCommand{"paths",
    QT_TRANSLATE_NOOP("commandLine", "finds the circuit of an answer: the paths between heads and feed-forwards that it needs"),
    "M --text T [--b-text OTHER] --metric METRIC --threshold X [--heads N] [--json]",
    "cutaway paths main --text 'Repeat: red dog chair cup. Again: red dog' --metric 'logit: chair@-1' --threshold 1",
    pathsOptions, 1, nullptr, runPaths};

} // namespace app
