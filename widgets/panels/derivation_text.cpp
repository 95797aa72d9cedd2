#include "widgets/panels/derivation_text.h"

#include "widgets/plot/counting.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/theme.h"
#include "widgets/run/tensor_place.h"

#include <QCoreApplication>

#include <cmath>

namespace widgets {

namespace {

struct DerivationText
{
    Q_DECLARE_TR_FUNCTIONS(DerivationText)
};

using Op = core::DerivationLine::Op;

constexpr int digits = 4;

/// The words of core for numbers that no tensor holds; symbols (cos, ε) stand for themselves.
struct Word
{
    const char* word;
    const char* text;
};
constexpr Word words[] = {
    {"scale", QT_TRANSLATE_NOOP("DerivationText", "scale")},
    {"cap", QT_TRANSLATE_NOOP("DerivationText", "soft cap")},
    {"limit", QT_TRANSLATE_NOOP("DerivationText", "limit")},
    {"mean", QT_TRANSLATE_NOOP("DerivationText", "mean")},
    {"rms", QT_TRANSLATE_NOOP("DerivationText", "root mean square")},
    {"deviation", QT_TRANSLATE_NOOP("DerivationText", "standard deviation")},
    {"gain", QT_TRANSLATE_NOOP("DerivationText", "gain")},
    {"multiplier", QT_TRANSLATE_NOOP("DerivationText", "multiplier")},
    {"count", QT_TRANSLATE_NOOP("DerivationText", "count")},
    {"pair", QT_TRANSLATE_NOOP("DerivationText", "pair")},
    {"frequency", QT_TRANSLATE_NOOP("DerivationText", "angle per position")},
    {"angle", QT_TRANSLATE_NOOP("DerivationText", "angle")},
    {"position", QT_TRANSLATE_NOOP("DerivationText", "position")},
    {"distance", QT_TRANSLATE_NOOP("DerivationText", "distance")},
    {"slope", QT_TRANSLATE_NOOP("DerivationText", "slope")},
    {"wave", QT_TRANSLATE_NOOP("DerivationText", "sin or cos of the position")},
    {"sum of the row", QT_TRANSLATE_NOOP("DerivationText", "Σ over the row")},
    {"largest of the row", QT_TRANSLATE_NOOP("DerivationText", "the largest of the row")},
    {"values of distances", QT_TRANSLATE_NOOP("DerivationText", "values of distances")},
};

QString wordText(const std::string& word)
{
    for (const Word& one : words)
        if (word == one.word)
            return DerivationText::tr(one.text);
    return QString::fromStdString(word);
}

/// From 0, as the name of the tensor before it.
QString placeText(const std::vector<core::Index>& place)
{
    QStringList numbers;
    for (const core::Index at : place)
        numbers << QString::number(at);
    return QLatin1Char('[') + numbers.join(QStringLiteral(", ")) + QLatin1Char(']');
}

QString weightName(const core::Element& weight)
{
    const QString name = QString::fromStdString(weight.tensor);
    if (name.endsWith(QLatin1String("embed.weight")))
        return name.chopped(7)
            .replace(QStringLiteral("unembed"), QStringLiteral("W"))
            .replace(QStringLiteral("embed"), QStringLiteral("E"));
    if (name.endsWith(QLatin1String(".bias")))
        return QStringLiteral("b");
    return weight.place.size() > 1 ? QStringLiteral("W") : DerivationText::tr("gain");
}

QString symbolOf(Op op)
{
    switch (op) {
    case Op::Add:
        return QStringLiteral("+");
    case Op::Subtract:
        return QStringLiteral("−");
    case Op::Multiply:
        return QStringLiteral("×");
    case Op::Divide:
        return QStringLiteral("÷");
    case Op::Power:
        return QStringLiteral("e^");
    case Op::Log:
        return QStringLiteral("ln");
    case Op::Root:
        return QStringLiteral("√");
    case Op::Cap:
    case Op::Clip:
    case Op::Activate:
        return QStringLiteral("ƒ");
    case Op::Note:
        break;
    }
    return {};
}

/// What is done, where the operand alone does not say it.
QString operationOf(const core::DerivationLine& line)
{
    switch (line.op) {
    case Op::Power:
        return DerivationText::tr("exponential");
    case Op::Log:
        return DerivationText::tr("logarithm");
    case Op::Root:
        return DerivationText::tr("square root");
    case Op::Cap:
        return DerivationText::tr("%1 · tanh(x ÷ %1)").arg(formatNumber(line.value, digits));
    case Op::Clip:
        return DerivationText::tr("kept within ±%1").arg(formatNumber(line.value, digits));
    case Op::Activate:
        return DerivationText::tr("activation function");
    default:
        return DerivationText::tr("the %1 smaller terms").arg(line.count);
    }
}

bool isTerm(const core::DerivationLine& line) { return line.op == Op::Add || line.op == Op::Subtract; }

/// A number within a sum: negative ones in brackets.
QString inSum(double value)
{
    const QString text = formatNumber(value, 3);
    return value < 0 ? QLatin1Char('(') + text + QLatin1Char(')') : text;
}

} // namespace

QString factorName(const core::Element& factor, int layer)
{
    if (factor.kind == core::Element::Kind::Number)
        return wordText(factor.tensor);
    if (factor.kind == core::Element::Kind::Weight)
        return weightName(factor) + placeText(factor.place);
    const auto [of, rest] = splitName(QString::fromStdString(factor.tensor));
    const QString where = of < 0 || of == layer ? QString() : QStringLiteral("L%1 ").arg(counted(of));
    const QString name = where + rest + placeText(factor.place);
    return factor.role.empty() ? name : DerivationText::tr("%1, %2").arg(wordText(factor.role), name);
}

QString derivationTable(const core::Derivation& derivation, int layer)
{
    const Theme& theme = currentTheme();
    const auto muted = [&](const QString& text) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(theme.text2.name(), text.toHtmlEscaped());
    };
    QString rows;
    const auto row = [&](const QString& op, const QString& what, const QString& number) {
        rows += QStringLiteral("<tr><td width=\"14\">%1</td><td>%2</td><td align=\"right\" nowrap>%3</td></tr>")
                    .arg(op, what, number);
    };
    int terms = 0; // since the last number that was reached
    for (std::size_t i = 0; i < derivation.lines.size(); ++i) {
        const core::DerivationLine& line = derivation.lines[i];
        if (!isTerm(line) && line.op != Op::Note && terms > 1)
            row(QStringLiteral("Σ"), QString(), formatNumber(derivation.lines[i - 1].reached, digits));
        const bool isFirst = i == 0 || (terms == 0 && derivation.lines[i - 1].op == Op::Note && line.op == Op::Add);
        terms = isTerm(line) ? terms + 1 : line.op == Op::Note ? terms : 1;

        QStringList names, numbers;
        for (std::size_t f = 0; f < line.factors.size(); ++f) {
            const core::Element& factor = line.factors[f];
            const QString name = factorName(factor, layer).toHtmlEscaped();
            names << (factor.kind == core::Element::Kind::Recorded
                    ? QStringLiteral("<a style=\"text-decoration:none;color:%1\" href=\"%2.%3\">%4</a>")
                          .arg(theme.accent.name())
                          .arg(i)
                          .arg(f)
                          .arg(name)
                    : name);
            numbers << formatNumber(factor.value, digits);
        }
        const bool hasDeed = line.factors.empty() || line.op == Op::Cap || line.op == Op::Clip;
        QString what = hasDeed ? operationOf(line) : names.join(QStringLiteral(" × "));
        if (!hasDeed && numbers.size() > 1)
            what += QStringLiteral("<br>") + muted(numbers.join(QStringLiteral(" × ")));
        else if (!isTerm(line) && !hasDeed && line.op != Op::Note)
            what += QLatin1Char(' ') + muted(numbers.join(QString()));
        const QString number = formatNumber(isTerm(line) || line.op == Op::Note ? line.value : line.reached, digits);
        row(isFirst && line.op == Op::Add ? QString() : symbolOf(line.op),
            line.op == Op::Note ? muted(factorName(line.factors[0], layer)) : what, line.op == Op::Note ? muted(number) : number);
    }
    row(QStringLiteral("<b>=</b>"), QString(), QStringLiteral("<b>%1</b>").arg(formatNumber(derivation.total, 6)));
    row(QString(), muted(DerivationText::tr("recorded value")), muted(formatNumber(derivation.recorded, 6)));
    return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"2\">%1</table>").arg(rows);
}

QString derivationLine(const core::Derivation& derivation)
{
    if (derivation.lines.empty())
        return {};
    QString text;
    int terms = 0;
    for (const core::DerivationLine& line : derivation.lines) {
        if (line.op == Op::Note)
            continue;
        if (!isTerm(line) && terms > 1 && line.op != Op::Activate)
            text = QLatin1Char('(') + text + QLatin1Char(')');
        QStringList numbers;
        for (const core::Element& factor : line.factors)
            numbers << inSum(factor.value);
        const QString operand = line.factors.empty() ? QStringLiteral("…") : numbers.join(QStringLiteral(" × "));
        switch (line.op) {
        case Op::Add:
        case Op::Subtract:
            text += text.isEmpty() ? operand : QLatin1Char(' ') + symbolOf(line.op) + QLatin1Char(' ') + operand;
            break;
        case Op::Multiply:
        case Op::Divide:
            text += QLatin1Char(' ') + symbolOf(line.op) + QLatin1Char(' ') + operand;
            break;
        case Op::Power:
            text = QStringLiteral("e^") + (text.startsWith(QLatin1Char('(')) ? text : QLatin1Char('(') + text + QLatin1Char(')'));
            break;
        case Op::Root:
            text = QStringLiteral("√(%1)").arg(text);
            break;
        case Op::Log:
            text = QStringLiteral("ln(%1)").arg(text);
            break;
        default:
            text = QStringLiteral("ƒ(%1)").arg(text);
        }
        terms = isTerm(line) ? terms + 1 : 1;
    }
    return text + QStringLiteral(" = ") + formatNumber(derivation.total, digits);
}

QString derivationReason(const core::Derivation& derivation)
{
    if (derivation.reason.empty())
        return {};
    const QString text = QCoreApplication::translate("core", derivation.reason.c_str());
    return derivation.missing.empty() ? text : text.arg(QString::fromStdString(derivation.missing));
}

} // namespace widgets
