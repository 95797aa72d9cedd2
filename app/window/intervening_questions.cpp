// Intervening, what is asked of a person before a change is in force: a number, a text, texts, a file.

#include "app/window/intervening.h"

#include "app/base/error_text.h"
#include "app/session/intervened.h"

#include "core/experiments/text_set.h"
#include "core/experiments/text_values.h"
#include "core/files/formats/vector_file.h"
#include "core/io/json.h"
#include "core/io/shown_text.h"
#include "core/trace/direction.h"
#include "widgets/controls/line_question.h"
#include "widgets/controls/menu_text.h"
#include "widgets/figure/intervention_text.h"
#include "widgets/panels/intervention_directions.h"
#include "widgets/panels/intervention_number.h"
#include "widgets/panels/intervention_two_texts.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/run/intervention_places.h"
#include "widgets/views/shared/texts_choice.h"
#include "widgets/views/shared/token_question.h"
#include "widgets/views/shared/typed_texts.h"

#include <QFileDialog>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {

namespace {

/// What a run has at a place; empty where that is no short list.
QString nowText(const widgets::RunResult& run, const core::Intervention& place)
{
    const std::optional<core::InterventionValue> now = widgets::numbersOf(run, place);
    if (!now)
        return {};
    const auto text = [](float number) { return widgets::formatNumber(double(number), 6); };
    const auto [low, high] = std::ranges::minmax(now->numbers);
    return now->numbers.size() == 1 ? text(now->numbers.front()) : Intervening::tr("%1 to %2").arg(text(low), text(high));
}

QString placesText(const std::vector<core::Intervention>& list)
{
    QStringList places;
    for (const core::Intervention& one : list)
        places << widgets::placeText(one);
    return places.join(QStringLiteral(", "));
}

/// Why a text has no values for these places, and what does; empty: it may have.
QString whyTooShort(const widgets::RunResult& run, const std::vector<core::Intervention>& list, const std::string& text)
{
    const core::TokensNeeded needed = core::tokensNeeded(list, *run.trace);
    const core::Index count = core::Index(core::idsOf({.text = text, .line = 1}, {}, *run.setup->model).size());
    const QString has = Intervening::tr("This text has %n token(s).", nullptr, int(count)) + QLatin1Char(' ');
    if (needed.isExact && count != needed.count)
        return has + Intervening::tr("The place is of all %1 tokens: write a text of as many, or point at one token.").arg(needed.count);
    if (count < needed.count)
        return has
            + Intervening::tr("The place is token %1: write a text that is longer, or point at an earlier token.")
                  .arg(widgets::countedText(needed.count - 1));
    return {};
}

} // namespace

void Intervening::askFile(const std::vector<core::Intervention>& list)
{
    connect(widgets::openTextsDialog(m_window, tr("Texts to take the mean over")), &QFileDialog::fileSelected, this,
        [this, list](const QString& path) { computeMeans(list, path.toStdString()); });
}

void Intervening::askTyped(const std::vector<core::Intervention>& list, const QPoint& where)
{
    delete m_question;
    auto* const question = new widgets::TypedTexts(tr("Texts to take the mean over"), {}, m_window);
    connect(question, &widgets::TypedTexts::chosen, this,
        [this, list](const QString& texts) { computeMeans(list, texts.toStdString()); });
    m_question = question;
    question->ask(where);
}

void Intervening::askTwoTexts(const std::vector<core::Intervention>& list, const QPoint& where)
{
    delete m_question;
    auto* const question = new widgets::InterventionTwoTexts(tr("Add to %1 the difference of").arg(placesText(list)),
        QString::fromStdString(intervenedRequest(m_session.state()).text), m_window);
    connect(question, &widgets::InterventionTwoTexts::chosen, this, [this, list](const QString& text, const QString& less) {
        std::vector<core::Intervention> said = list;
        for (core::Intervention& one : said)
            core::setDirection(one, {core::DirectionKind::Difference, text.toStdString(), less.toStdString()});
        intervene(said);
    });
    m_question = question;
    question->ask(where);
}

/// A text that is one token, which the question itself looks at.
void Intervening::askToken(const std::vector<core::Intervention>& list, const QPoint& where, core::DirectionKind kind)
{
    delete m_question;
    const widgets::RunPtr run = intervenedRun();
    const QString asked = kind == core::DirectionKind::Towards ? tr("Add to %1 the direction towards the token")
                                                                   : tr("Add to %1 the embedding of the token");
    auto* const question = new widgets::TokenQuestion(asked.arg(placesText(list)), run ? run->setup : nullptr, m_window);
    connect(question, &widgets::TokenQuestion::chosen, this, [this, list, kind](const QString& text) {
        std::vector<core::Intervention> directed = list;
        for (core::Intervention& one : directed)
            core::setDirection(one, {kind, text.toStdString()});
        intervene(directed);
    });
    m_question = question;
    question->ask(where);
}

/// Of a file of several vectors one is chosen, where the place was pointed at.
void Intervening::askVector(const std::vector<core::Intervention>& list, const QPoint& where)
{
    auto* const dialog = new QFileDialog(m_window, tr("A saved vector to add"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("openVector"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Vectors (*.safetensors *.npy *.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this, list, where](const QString& path) {
        const std::vector<std::string> names = core::vectorNames(path.toStdString());
        if (names.size() < 2)
            return takeVector(list, path, {});
        QMenu* const menu = newMenu();
        for (const std::string& name : names)
            connect(menu->addAction(widgets::menuText(QString::fromStdString(core::shownText(name, 60)))), &QAction::triggered,
                this, [this, list, path, name] { takeVector(list, path, name); });
        menu->popup(where);
    });
    dialog->open();
}

/// Refused at once where the file holds none, so that no list has what never fits.
void Intervening::takeVector(std::vector<core::Intervention> list, const QString& path, const std::string& name)
{
    try {
        core::readVector(path.toStdString(), name);
    } catch (const core::Error& error) {
        emit said(tr("Nothing was changed: %1.").arg(errorText(error.parts())));
        return;
    }
    for (core::Intervention& one : list)
        one.source = {path.toStdString(), name};
    intervene(list);
}

void Intervening::computeLengths(const std::vector<core::Intervention>& list)
{
    const widgets::RunPtr run = intervenedRun();
    if (run)
        compute(run, "direction " + core::writeJson(core::toJson(list)),
            [run, list](const core::RunControl& control) { return widgets::withLengths(*run, list, control); });
}

void Intervening::computeMeans(const std::vector<core::Intervention>& list, const std::string& texts)
{
    const widgets::RunPtr run = intervenedRun();
    if (run)
        compute(run, "mean over " + core::stateOfTexts(texts) + " at " + placesText(list).toStdString(),
            [run, list, texts](
                const core::RunControl& control) { return core::meansOverTexts(*run->setup, texts, list, control); });
}

/// The text whose run has the values, which is then run by the worker. One that is too short is refused as it is typed; what only
/// the run shows is asked for again.
void Intervening::askText(
    const std::vector<core::Intervention>& list, const QPoint& where, const QString& typed, const QString& note)
{
    delete m_question;
    const widgets::RunPtr run = intervenedRun();
    auto* const question = new widgets::LineQuestion(tr("%1 as in").arg(placesText(list)), note, typed, m_window);
    question->setCheck([run, list](const QString& said) { return run ? whyTooShort(*run, list, said.toStdString()) : QString(); });
    connect(question, &widgets::LineQuestion::chosen, this, [this, run, list, where](const QString& said) {
        const std::string text = said.toStdString();
        compute(
            run, "value in " + text + " at " + placesText(list).toStdString(),
            [run, list, text](const core::RunControl& control) {
                return core::valuesInText(*run->setup, text, list, core::Index(run->trace->ids.size()), control);
            },
            [this, list, where, said](
                const QString& problem) { askText(list, where, said, tr("Nothing was changed: %1.").arg(problem)); });
    });
    m_question = question;
    question->ask(where);
}

/// The number of what is to be put in force, at the place that was pointed at: until it is said nothing changes.
void Intervening::askNumber(const std::vector<core::Intervention>& list, const QPoint& where)
{
    delete m_question;
    const core::Intervention& first = list.front();
    const bool isFactor = first.op == core::InterventionOp::Scale;
    const QString place = placesText(list);
    const double now = first.value.numbers.size() == 1 ? double(first.value.numbers.front()) : 0;
    auto* const question = new widgets::InterventionNumber(isFactor ? tr("Scale %1 by").arg(place) : tr("Set %1 to").arg(place),
        list.size() == 1 && intervenedRun() ? nowText(*intervenedRun(), first) : QString(), std::isfinite(now) ? now : 0,
        m_window);
    connect(question, &widgets::InterventionNumber::chosen, this, [this, list](double number) {
        std::vector<core::Intervention> said = list;
        for (core::Intervention& one : said)
            one.value = {{}, {float(number)}};
        intervene(said);
    });
    m_question = question;
    question->ask(where);
}

} // namespace app
