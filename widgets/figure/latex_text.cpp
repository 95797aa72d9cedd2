#include "widgets/figure/latex_text.h"

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr std::pair<char16_t, const char*> words[] = {{u'\\', "\\textbackslash{}"}, {u'{', "\\{"}, {u'}', "\\}"}, {u'&', "\\&"},
    {u'%', "\\%"}, {u'$', "\\$"}, {u'#', "\\#"}, {u'_', "\\_"}, {u'~', "\\textasciitilde{}"}, {u'^', "\\textasciicircum{}"},
    {u'“', "``"}, {u'”', "''"}, {u'‘', "`"}, {u'’', "'"}, {u'…', "\\ldots{}"}, {u'–', "--"}, {u'—', "---"}, {u'|', "\\textbar{}"},
    {u'<', "\\textless{}"}, {u'>', "\\textgreater{}"}, {u'\u00a0', "~"}, {u'\u2009', "\\,"}, {u'\u202f', "\\,"}};

constexpr std::pair<char16_t, const char*> symbols[] = {{u'−', "-"}, {u'×', "\\times"}, {u'·', "\\cdot"}, {u'÷', "\\div"},
    {u'√', "\\surd"}, {u'Δ', "\\Delta"}, {u'Σ', "\\Sigma"}, {u'∑', "\\sum"}, {u'σ', "\\sigma"}, {u'μ', "\\mu"},
    {u'ε', "\\varepsilon"}, {u'θ', "\\theta"}, {u'α', "\\alpha"}, {u'β', "\\beta"}, {u'γ', "\\gamma"}, {u'λ', "\\lambda"},
    {u'π', "\\pi"}, {u'≤', "\\le"}, {u'≥', "\\ge"}, {u'≠', "\\ne"}, {u'≈', "\\approx"}, {u'→', "\\to"}, {u'←', "\\leftarrow"},
    {u'∞', "\\infty"}, {u'‖', "\\Vert"}, {u'⊙', "\\odot"}, {u'⊕', "\\oplus"}, {u'°', "^{\\circ}"}, {u'±', "\\pm"}};

/// What a raised or lowered character is when it is on the line; null: it is no such character.
QChar raised(QChar c)
{
    static const QString small = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀᴼᴷⱽ"), plain = QStringLiteral("0123456789-+TOKV");
    const qsizetype at = small.indexOf(c);
    return at < 0 ? QChar() : plain[at];
}

QChar lowered(QChar c)
{
    static const QString small = QStringLiteral("₀₁₂₃₄₅₆₇₈₉₋₊"), plain = QStringLiteral("0123456789-+");
    const qsizetype at = small.indexOf(c);
    return at < 0 ? QChar() : plain[at];
}

template <std::size_t Size>
const char* find(const std::pair<char16_t, const char*> (&table)[Size], QChar c)
{
    const auto* const row = std::ranges::find(table, c.unicode(), &std::pair<char16_t, const char*>::first);
    return row == std::end(table) ? nullptr : row->second;
}

} // namespace

QString latexText(const QString& plain)
{
    QString text;
    for (qsizetype i = 0; i < plain.size(); ++i) {
        const QChar c = plain[i];
        const bool isUp = !raised(c).isNull();
        if (isUp || !lowered(c).isNull()) { // the whole number
            const auto level = isUp ? raised : lowered;
            QString number;
            for (; i < plain.size() && !level(plain[i]).isNull(); ++i)
                number += level(plain[i]);
            --i;
            text += (isUp ? QStringLiteral("$^{") : QStringLiteral("$_{")) + number + QStringLiteral("}$");
        } else if (const char* const word = find(words, c)) {
            text += QLatin1String(word);
        } else if (const char* const symbol = find(symbols, c)) {
            text += QLatin1Char('$') + QLatin1String(symbol) + QLatin1Char('$');
        } else {
            text += c;
        }
    }
    return text;
}

QString latexOf(const LatexFigure& figure)
{
    QString label;
    for (const QChar c : figure.file)
        label += c.isLetterOrNumber() && c.unicode() < 128 ? c : QLatin1Char('-');
    const QString title = figure.title.isEmpty() ? QString() : QStringLiteral("[{%1}]").arg(latexText(figure.title));
    return QStringLiteral("\\begin{figure}\n  \\centering\n  \\includegraphics[width=%1mm]{%2}\n"
                          "  \\caption%3{%4}\n  \\label{fig:%5}\n\\end{figure}\n")
        .arg(QString::number(figure.millimetres, 'g', 6), figure.file, title, latexText(figure.caption), label);
}

} // namespace widgets
