#include "widgets/views/training/sentences.h"

#include "core/train/training_data.h"
#include "widgets/figure/choice_text.h"
#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"
#include "widgets/views/training/races.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

double firstFinite(const QVector<double>& values)
{
    for (const double value : values)
        if (std::isfinite(value))
            return value;
    return qQNaN();
}

} // namespace

double lastFinite(const QVector<double>& values)
{
    for (qsizetype i = values.size() - 1; i >= 0; --i)
        if (std::isfinite(values[i]))
            return values[i];
    return qQNaN();
}

bool isUnderWay(const Training& training)
{
    const core::Json& of = training.history->training;
    return of.is_object() && of.value("under_way", false);
}

namespace {

QString stepNow(const Training& training) { return formatCount(qint64(stepsOf(training).last())); }

} // namespace

QString lossSentence(const Training& training, const std::optional<double>& entropy)
{
    const QVector<double> loss = columnOf(*training.history, "held_out");
    QString text = (isUnderWay(training) ? TrainingText::tr("%1: from %2 to %3 nats per token so far, in %4 steps")
                                         : TrainingText::tr("%1: from %2 to %3 nats per token in %4 steps"))
                       .arg(training.words, formatNumber(firstFinite(loss)), formatNumber(lastFinite(loss)), stepNow(training));
    if (entropy && std::isfinite(lastFinite(loss)))
        text += TrainingText::tr(", %1 above the entropy").arg(formatNumber(lastFinite(loss) - *entropy));
    return text + TrainingText::tr(".");
}

QString curriculumSentence(const Training& training)
{
    const auto first = training.history->training.value("first", 0);
    if (training.history->training.value("data", std::string(core::corpusName)) != core::corpusName)
        return {}; // of a text of one's own all steps are of it
    if (training.history->training.value("stories", 1.0) <= 0)
        return TrainingText::tr("All its steps are repeated random sequences, no texts: the held-out loss, of texts, need not fall.");
    return first > 0
        ? TrainingText::tr("Its first %1 steps are repeated random sequences only, no texts.").arg(formatCount(first))
        : QString();
}

QString seedSentence(const std::vector<Training>& shown, const std::vector<Training>& seeds)
{
    double least = qInf(), most = -qInf();
    int count = 0;
    for (const Training& seed : seeds)
        if (const double loss = lastFinite(columnOf(*seed.history, "held_out")); std::isfinite(loss)) {
            least = std::min(least, loss);
            most = std::max(most, loss);
            ++count;
        }
    if (shown.size() != 2 || count < 2 || std::ranges::any_of(shown, isUnderWay))
        return {};
    const auto end = [](const Training& training) { return lastFinite(columnOf(*training.history, "held_out")); };
    const double difference = std::abs(end(shown[0]) - end(shown[1]));
    if (!std::isfinite(difference))
        return {};
    return (difference <= most - least ? TrainingText::tr("They end %1 apart: within what the seed alone changes (%2).")
                                       : TrainingText::tr("They end %1 apart: more than the seed alone changes (%2)."))
        .arg(formatNumber(difference), formatNumber(most - least));
}

namespace {

/// The preset that it is of; null: of none.
const Race* raceOf(const core::TrainingHistory& history)
{
    const core::Json& race = history.training;
    const bool isRace = race.contains("race") && race["race"].is_string();
    return isRace ? findRace(race["race"].get<std::string>()) : nullptr;
}

} // namespace

QString watchSentence(const Training& training)
{
    const Race* const found = raceOf(*training.history);
    return found ? watchOf(*found) : QString();
}

QString laneWords(const QString& name, const core::TrainingHistory& history)
{
    if (const Race* const race = raceOf(history))
        for (const RaceLane& lane : race->lanes)
            if (lane.name && name == QLatin1String(lane.name))
                return wordsOf(lane);
    return name;
}

QString changeText(const std::string& change)
{
    const std::size_t sign = change.find('=');
    const std::string key = change.substr(0, sign);
    const QString words = sign == std::string::npos ? QString() : choiceText(key, change.substr(sign + 1));
    return words.isEmpty() ? QString::fromStdString(change) : words;
}

QString headSentence(const Training& training)
{
    const QVector<double> steps = stepsOf(training);
    const QVector<double> best = bestHead(*training.history, "induction");
    const auto passes = std::find_if(best.begin(), best.end(), [](double value) { return value >= 0.5; });
    if (passes == best.end())
        return (isUnderWay(training) ? TrainingText::tr("%1: on repeated random text no head gives what followed last time half of its attention so far; the best one gives %2.")
                                     : TrainingText::tr("%1: on repeated random text no head ever gives what followed last time half of its attention; the best one gives %2."))
            .arg(training.words, formatNumber(best.isEmpty() ? qQNaN() : *std::max_element(best.begin(), best.end())));
    const QString passed = formatCount(qint64(steps[passes - best.begin()])), last = formatNumber(lastFinite(best));
    return isUnderWay(training)
        ? TrainingText::tr("%1: the best induction head passed 0.5 at step %2 and is at %3 now, at step %4.")
              .arg(training.words, passed, last, stepNow(training))
        : TrainingText::tr("%1: the best induction head passes 0.5 at step %2 and ends at %3.").arg(training.words, passed, last);
}

namespace {

/// Where the gradient of a layer is smallest, and the layer that has the largest at that step.
struct SmallestGradient
{
    QString run, smallest, largest;
    int layer = -1, largestLayer = 0;
    QString step;
};

SmallestGradient smallestGradient(const Training& training)
{
    const Grid grid = rowsOverPoints(*training.history, "gradient_layers");
    core::Index row = -1, column = -1, largest = 0;
    for (core::Index i = 0; i < grid.rows; ++i)
        for (core::Index j = 0; j < grid.columns; ++j)
            if (std::isfinite(grid.at(i, j)) && (row < 0 || grid.at(i, j) < grid.at(row, column)))
                row = i, column = j;
    if (row < 0)
        return {};
    for (core::Index i = 1; i < grid.rows; ++i)
        if (grid.at(i, column) > grid.at(largest, column))
            largest = i;
    return {training.words, formatNumber(double(grid.at(row, column))), formatNumber(double(grid.at(largest, column))), int(row),
        int(largest), formatCount(qint64(stepsOf(training)[column]))};
}

} // namespace

QString gradientSentence(const std::vector<Training>& shown)
{
    QStringList each;
    SmallestGradient last;
    for (const Training& training : shown)
        if (const SmallestGradient one = smallestGradient(training); one.layer >= 0) {
            last = one;
            each << TrainingText::tr("%1 in %2 (L%3, step %4)").arg(one.smallest, one.run).arg(counted(one.layer)).arg(one.step);
        }
    if (each.size() > 1) // one sentence, so that a low window has all of them
        return TrainingText::tr("The smallest gradient of a layer: %1.").arg(each.join(TrainingText::tr(", ")));
    return each.isEmpty() ? QString()
                          : TrainingText::tr("%1: the smallest gradient is %2 in L%3 at step %4, where L%5 has %6.")
                                .arg(last.run, last.smallest)
                                .arg(counted(last.layer))
                                .arg(last.step)
                                .arg(counted(last.largestLayer))
                                .arg(last.largest);
}

QString streamSentence(const Training& training)
{
    const Grid grid = rowsOverPoints(*training.history, "activation");
    if (grid.isEmpty())
        return {};
    const core::Index last = grid.columns - 1;
    const QString first = formatNumber(double(grid.at(0, last))), deepest = formatNumber(double(grid.at(grid.rows - 1, last)));
    return isUnderWay(training)
        ? TrainingText::tr("%1: now, at step %2, the stream has RMS %3 after the first layer and %4 after the last.")
              .arg(training.words, stepNow(training), first, deepest)
        : TrainingText::tr("%1: at the end the stream has RMS %2 after the first layer and %3 after the last.")
              .arg(training.words, first, deepest);
}

double valueAt(const QVector<double>& steps, const QVector<double>& values, double step)
{
    double best = qQNaN();
    double least = qInf();
    for (qsizetype i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i]) && std::abs(steps[i] - step) < least) {
            least = std::abs(steps[i] - step);
            best = values[i];
        }
    return best;
}

QString purposeOf(const QString& model)
{
    const auto history = historyOf(model);
    return history ? purposeOf(*history) : QString();
}

QString purposeOf(const core::TrainingHistory& history)
{
    return QString::fromStdString(core::wordsIn(history.purpose, QLocale().name().toStdString()));
}

TrainingMoment trainingMoment(const QString& model, double step)
{
    const auto history = historyOf(model);
    if (!history)
        return {};
    const QVector<double> steps = columnOf(*history, "step");
    const double at = step < 0 ? steps.last() : step;
    QStringList parts;
    if (const double induction = valueAt(steps, bestHead(*history, "induction"), at); std::isfinite(induction))
        parts << TrainingText::tr("best induction head %1").arg(formatNumber(induction));
    if (const double loss = valueAt(steps, columnOf(*history, "held_out"), at); std::isfinite(loss))
        parts << TrainingText::tr("held-out loss %1").arg(formatNumber(loss));
    return {long(steps.last()), parts.join(QStringLiteral(" · "))};
}

} // namespace widgets
