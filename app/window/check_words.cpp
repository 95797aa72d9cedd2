#include "app/window/check_words.h"

#include "widgets/plot/number_format.h"

#include <QCoreApplication>

#include <cmath>

namespace app {

namespace {

struct CheckWords
{
    Q_DECLARE_TR_FUNCTIONS(app::CheckWords)
};

/// "2 × 10⁻⁵" of 1.3e-5: what it is at most, with one digit.
QString bound(double value)
{
    if (!(value > 0) || !std::isfinite(value))
        return widgets::formatNumber(value);
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    return widgets::formatNumber(std::ceil(value / power) * power, 1);
}

QString at(const core::PlacedDifference& difference) { return QString::fromStdString(core::placeText(difference)); }

QString signOf(bool agrees) { return agrees ? QStringLiteral("✓") : QStringLiteral("⚠"); }

QString joined(const std::vector<std::string>& names)
{
    QStringList all;
    for (const std::string& name : names)
        all << QString::fromStdString(name);
    return all.join(QStringLiteral(", "));
}

} // namespace

BadgeWords referenceWords(const RunChecker& checker)
{
    if (!checker.reference())
        return {};
    const auto& [numbers, difference] = *checker.reference();
    const bool agrees = difference.agrees();
    const QString version = QString::fromStdString(numbers.version);
    const QString logits = bound(difference.logits), rms = bound(difference.rms);
    QString full;
    if (difference.hasLogits)
        full = (agrees ? CheckWords::tr("agrees with transformers %1: logits within %2, stream’s RMS within %3")
                       : CheckWords::tr("differs from transformers %1: logits by up to %2, stream’s RMS by up to %3"))
                   .arg(version, logits, rms);
    else
        full = (agrees ? CheckWords::tr("agrees with transformers %1: stream’s RMS within %2")
                       : CheckWords::tr("differs from transformers %1: stream’s RMS by up to %2"))
                   .arg(version, rms);
    const QString sign = signOf(agrees) + QLatin1Char(' ');
    QStringList tip{
        CheckWords::tr("transformers %1 with torch %2 computed this model on this text in float32 (class %3); the numbers are "
                       "stored in references/%4.json, written by %5.")
            .arg(version, QString::fromStdString(numbers.torch), QString::fromStdString(numbers.family),
                QString::fromStdString(numbers.name), QString::fromStdString(numbers.script))};
    if (difference.hasLogits)
        tip << CheckWords::tr("Largest difference of a logit: %1; the largest logit is %2.")
                   .arg(widgets::formatNumber(difference.logits), widgets::formatNumber(difference.largestLogit));
    tip << CheckWords::tr("Largest difference of the root mean square of the stream after a block, as a share of it: %1.")
               .arg(widgets::formatNumber(difference.rms));
    tip << CheckWords::tr("Up to %1 of the largest counts as agreement.")
               .arg(widgets::formatNumber(core::ReferenceDifference::tolerance));
    return {.forms = {sign + full, sign + QStringLiteral("transformers %1").arg(version), signOf(agrees)},
        .tip = tip.join(QLatin1Char(' ')),
        .warns = !agrees};
}

BadgeWords checkWords(const RunChecker& checker)
{
    if (checker.isChecking())
        return {.forms = {CheckWords::tr("checking… %1").arg(widgets::formatPercent(checker.progress())), QStringLiteral("…")},
            .tip = CheckWords::tr("Plain loops compute every tensor of this run once more.")};
    if (!checker.checked())
        return {};
    const core::RunCheck& check = *checker.checked();
    const bool agrees = check.agrees();
    const QString tensors = widgets::formatCount(std::int64_t(check.tensors));
    const QString largest = widgets::formatNumber(check.absolute.value, 2), place = at(check.absolute);
    const QString sign = signOf(agrees) + QLatin1Char(' ');
    const QString full = place.isEmpty()
        ? CheckWords::tr("checked: %1 tensors, no difference").arg(tensors)
        : CheckWords::tr("checked: %1 tensors, largest difference %2 at %3").arg(tensors, largest, place);
    QStringList tip{
        CheckWords::tr("Plain loops in double precision, which share nothing with the engine but the weights, have computed "
                       "%1 tensors of this run once more.")
            .arg(tensors)};
    if (!place.isEmpty())
        tip << CheckWords::tr("Largest difference: %1 at %2.").arg(widgets::formatNumber(check.absolute.value), place)
            << CheckWords::tr("Largest share of the largest value of its tensor: %1 at %2; up to %3 counts as agreement.")
                   .arg(widgets::formatNumber(check.relative.value), at(check.relative),
                       widgets::formatNumber(core::RunCheck::tolerance));
    if (!check.withoutTwin.empty())
        tip << CheckWords::tr("Not computed by them: %1.").arg(joined(check.withoutTwin));
    QStringList forms{sign + full};
    if (!place.isEmpty())
        forms << sign + CheckWords::tr("checked: within %1, at %2").arg(bound(check.absolute.value), place);
    forms << sign + CheckWords::tr("checked: within %1").arg(bound(check.absolute.value)) << sign + CheckWords::tr("checked");
    return {.forms = forms, .tip = tip.join(QLatin1Char(' ')), .warns = !agrees};
}

} // namespace app
