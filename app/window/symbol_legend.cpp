#include "app/window/symbol_legend.h"

#include "app/base/error_text.h"

#include "core/base/error.h"
#include "core/model/model_config.h"
#include "core/model/symbols.h"
#include "core/run/cost.h"
#include "widgets/controls/text_label.h"
#include "widgets/plot/theme.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

namespace app {

using namespace widgets;

namespace {

/// What the legend reads of a run.
struct Known
{
    core::Choices choices;
    core::SymbolCounts counts;
};

Known knownOf(const RunResult& run)
{
    Known known;
    known.counts.tokens = core::Index(run.trace->ids.size());
    try {
        known.choices = run.setup ? core::describe(run.setup->config) : core::Choices::fromJson(run.trace->choices);
    } catch (const core::Error&) { // a trace of another program may have other choices
    }
    if (run.setup)
        known.counts.parameters = std::int64_t(core::countParameters(run.setup->specs).parameters);
    return known;
}

/// "4 × 16"; of layers that differ "64, 96", of many the range; "–" where the model has none.
QString valueText(const core::Symbol& symbol, const Known& known)
{
    const core::SymbolValues found = core::symbolValues(symbol, known.choices, known.counts);
    const QLocale locale;
    const auto number
        = [&](double value) { return value == double(qint64(value)) ? locale.toString(qint64(value)) : locale.toString(value); };
    if (found.values.empty())
        return QStringLiteral("–");
    if (!found.isProduct && found.values.size() > 3) {
        const auto [low, high] = std::ranges::minmax(found.values);
        return number(low) + QStringLiteral("–") + number(high);
    }
    QStringList texts;
    for (const double value : found.values)
        texts << number(value);
    return texts.join(found.isProduct ? QStringLiteral(" × ") : QStringLiteral(" / "));
}

/// A name that wraps nowhere.
QString unbroken(QString name)
{
    return name.toHtmlEscaped().replace(QLatin1Char(' '), QChar::Nbsp).replace(QLatin1Char('-'), QChar(0x2011));
}

/// "N Vaswani, Transformer-XL · A BERT".
QString othersText(const core::Symbol& symbol, const Theme& theme)
{
    std::vector<std::pair<QString, QStringList>> groups; // letters, and who writes them
    for (const core::SymbolLetters& other : symbol.others) {
        const QString letters = QString::fromUtf8(other.letters);
        auto group = std::ranges::find(groups, letters, &std::pair<QString, QStringList>::first);
        if (group == groups.end())
            group = groups.insert(groups.end(), {letters, {}});
        group->second << unbroken(*other.source->paper ? QString::fromUtf8(other.source->name) : coreText(other.source->name));
    }
    QStringList texts;
    for (const auto& [letters, names] : groups)
        texts << QStringLiteral("<b>%1</b>&nbsp;<span style='color:%2'>%3</span>")
                     .arg(lettersAsHtml(letters).replace(QLatin1Char(' '), QChar::Nbsp), theme.text2.name(),
                         names.join(QStringLiteral(", ")));
    return texts.join(QStringLiteral("&nbsp;· "));
}

QString papersText()
{
    QStringList papers;
    for (const core::SymbolSource& source : core::symbolSources())
        if (*source.paper)
            papers << unbroken(QString::fromUtf8(source.name) + QStringLiteral(": ") + QString::fromUtf8(source.paper));
    return papers.join(QStringLiteral(" · "));
}

QString cell(const QString& content, const QString& style, const char* align = "left")
{
    return QStringLiteral("<td align='%1' style='%2'>%3</td>").arg(QLatin1String(align), style, content);
}

} // namespace

QString lettersAsHtml(const QString& letters)
{
    QString html;
    QString open; // tag that is open
    const auto close = [&] {
        if (!open.isEmpty())
            html += QStringLiteral("</%1>").arg(open);
        open.clear();
    };
    for (const QChar letter : letters) {
        if (letter == QLatin1Char('_') || letter == QLatin1Char('^')) {
            close();
            open = letter == QLatin1Char('_') ? QStringLiteral("sub") : QStringLiteral("sup");
            html += QStringLiteral("<%1>").arg(open);
            continue;
        }
        const bool belongs
            = letter.isLetterOrNumber() || letter == QChar(0x2212) || (open == QLatin1String("sup") && !letter.isSpace());
        if (!belongs)
            close();
        html += QString(letter).toHtmlEscaped();
    }
    close();
    return html;
}

SymbolLegend::SymbolLegend(QWidget* parent)
    : QFrame(parent)
    , m_title(new TextLabel(TextRole::Section, Tone::Normal, this))
    , m_table(new TextLabel(TextRole::Body, Tone::Normal))
    , m_scroll(new QScrollArea(this))
    , m_close(new QToolButton(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(space::m, space::s, space::s, space::s);
    column->setSpacing(space::xs);
    auto* const head = new QHBoxLayout;
    m_close->setText(QStringLiteral("×"));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::TabFocus);
    connect(m_close, &QToolButton::clicked, this, &SymbolLegend::closeWanted);
    head->addWidget(m_title, 1);
    head->addWidget(m_close);
    column->addLayout(head);
    m_table->setTextFormat(Qt::RichText);
    m_table->setWordWrap(true);
    m_table->setAlignment(Qt::AlignTop);
    m_scroll->setWidget(m_table);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::StrongFocus); // arrows scroll
    column->addWidget(m_scroll, 1);
    retranslate();
}

void SymbolLegend::setRuns(const RunPtr& a, const RunPtr& b)
{
    if (m_runs[0] == a && m_runs[1] == b)
        return;
    m_runs[0] = a;
    m_runs[1] = b;
    if (isVisible())
        refresh();
}

QSize SymbolLegend::sizeHint() const
{
    const int broad = int((m_runs[1] ? 720 : 640) * currentTheme().scale);
    const QMargins edge = layout()->contentsMargins();
    const int inside = broad - edge.left() - edge.right() - m_scroll->verticalScrollBar()->sizeHint().width();
    return {broad, m_table->heightForWidth(inside) + m_title->sizeHint().height() + edge.top() + edge.bottom() + space::l};
}

QString SymbolLegend::table() const
{
    const Theme& theme = currentTheme();
    const bool hasTwo = m_runs[0] && m_runs[1];
    const QString head = QStringLiteral("color:%1;padding:2px 8px 4px 0").arg(theme.text2.name());
    const QString body = QStringLiteral("padding:2px 8px 2px 0");
    QString html
        = QStringLiteral("<table width='100%' cellspacing='0'><tr>") + cell(tr("Symbol"), head) + cell(tr("What it is"), head);
    const QStringList names = hasTwo ? QStringList{QStringLiteral("A"), QStringLiteral("B")} : QStringList{tr("This model")};
    for (const QString& name : names)
        html += cell(name + QStringLiteral("&nbsp;"), head, "right");
    html += cell(tr("Letters of the sources"), head) + QStringLiteral("</tr>");
    std::vector<Known> known;
    for (const RunPtr& run : m_runs)
        if (run)
            known.push_back(knownOf(*run));
    known.resize(std::size_t(names.size()));
    for (const core::Symbol& symbol : core::allSymbols()) {
        html += QStringLiteral("<tr>")
            + cell(QStringLiteral("<b>%1</b>").arg(lettersAsHtml(QString::fromUtf8(symbol.letters))), body)
            + cell(coreText(symbol.meaning).toHtmlEscaped(), body);
        const bool differs = hasTwo && valueText(symbol, known[0]) != valueText(symbol, known[1]);
        for (const Known& one : known) {
            const QString value = valueText(symbol, one).replace(QLatin1Char(' '), QChar::Nbsp);
            html += cell((differs ? QStringLiteral("<b>%1</b>").arg(value) : value) + QStringLiteral("&nbsp;"), body, "right");
        }
        html += cell(othersText(symbol, theme), body) + QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table><p style='color:%1'>%2</p>").arg(theme.text2.name(), papersText());
}

void SymbolLegend::refresh() { m_table->setText(table()); }

void SymbolLegend::retranslate()
{
    m_title->setText(tr("Symbols, and who writes them how"));
    m_close->setToolTip(tr("Close (Esc)"));
    m_close->setAccessibleName(tr("Close the symbols"));
    m_scroll->setAccessibleName(m_title->text());
    if (isVisible())
        refresh();
}

void SymbolLegend::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (meansRestyle(*event))
        retranslate();
}

void SymbolLegend::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit closeWanted();
    else
        QFrame::keyPressEvent(event);
}

void SymbolLegend::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    refresh();
}

} // namespace app
