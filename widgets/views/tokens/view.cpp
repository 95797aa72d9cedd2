#include "widgets/views/tokens/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/dial.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/atlas/model_points.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/tokens/figure.h"
#include "widgets/views/tokens/pages.h"
#include "widgets/views/tokens/piece_flow.h"
#include "widgets/views/tokens/span_rows.h"
#include "widgets/views/tokens/step_rows.h"
#include "widgets/views/tokens/word_page.h"

#include <QComboBox>
#include <QFileDialog>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolTip>

#include <utility>

namespace widgets {

TokensView::TokensView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(tokensFigure), this))
    , m_sentences(new SegmentedSwitch(sentencesOption.list(), this))
    , m_tokenizer(new QComboBox(this))
    , m_step(new Dial(0, 1, this))
    , m_open(new QPushButton(this))
{
    m_show->setObjectName(showOption.name()); // of their options
    m_sentences->setObjectName(sentencesOption.name());
    m_tokenizer->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (QWidget* const control : std::initializer_list<QWidget*>{m_show, m_tokenizer, m_step, m_sentences, m_open})
        controls()->addWidget(control);
    connect(m_show, &SegmentedSwitch::chosen, this, &TokensView::redraw);
    connect(m_sentences, &SegmentedSwitch::chosen, this, &TokensView::redraw);
    connect(m_tokenizer, &QComboBox::activated, this, [this] {
        m_token = m_at = -1;
        redraw();
    });
    connect(m_step, &Dial::moved, this, [this](int step) {
        m_at = step;
        redraw();
    });
    connect(m_open, &QPushButton::clicked, this, &TokensView::chooseFile);
    fillMenu({});
    TokensView::retranslate();
}

const FigureInfo& TokensView::figure() const { return tokensFigure; }

QVariantMap TokensView::options() const
{
    QVariantMap all{{showOption.name(), m_show->current()}, {sentencesOption.name(), m_sentences->current()},
        {wordOption.name(), m_isChosen ? QStringLiteral("selected") : QStringLiteral("most")}};
    if (const QString tokenizer = m_tokenizer->currentData().toString(); !tokenizer.isEmpty())
        all[tokenizerOption.name()] = tokenizer;
    if (!m_also.isEmpty())
        all[alsoOption.name()] = m_also.join(QLatin1Char(','));
    if (m_token >= 0)
        all[tokenOption.name()] = m_token;
    if (m_at >= 0)
        all[tokenStepOption.name()] = m_at;
    return all;
}

QString TokensView::markedPart() const
{
    const TokenizedText* const text = m_tokenizer->isVisibleTo(this) && hasText(run()) ? wordText(figureData()) : nullptr;
    return text ? quotedWord(*text) : QString();
}

bool TokensView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    const auto number = [&](const OptionKey& option) {
        const QVariant said = option.valueIn(options);
        return said.isValid() ? said.toInt() : -1;
    };
    m_token = number(tokenOption);
    m_at = number(tokenStepOption);
    m_query = selectionModel()->pinned().query;
    m_ids.clear(); // of a text that may come later
    m_isChosen = m_token >= 0 || wordOption.valueIn(options) == QLatin1String("selected");
    m_also = alsoOption.listIn(options);
    const QString tokenizer = tokenizerOption.in(options);
    if (m_tokenizer->findData(tokenizer) < 0)
        m_tokenizer->addItem(tokenizerLabel(tokenizer.toStdString()), tokenizer); // the list may come later
    m_tokenizer->setCurrentIndex(m_tokenizer->findData(tokenizer));
    redraw();
    return true;
}

void TokensView::open(const QString& path)
{
    m_also.removeAll(path);
    m_also.prepend(path);
    m_token = m_at = -1;
    if (m_tokenizer->findData(path) < 0)
        m_tokenizer->addItem(tokenizerLabel(path.toStdString()), path);
    m_tokenizer->setCurrentIndex(m_tokenizer->findData(path));
    redraw();
}

void TokensView::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(
        window(), tr("Open a tokenizer"), {}, tr("Tokenizers") + QStringLiteral(" (*.json *.model *.gguf *.txt);;*"));
    if (!path.isEmpty())
        open(path);
}

QString TokensView::handling() const
{
    const QString page = m_show->current();
    return page == QLatin1String("steps") || page == QLatin1String("bytes") ? tr("Click a word to see how it is cut.")
                                                                            : QString();
}

void TokensView::retranslate()
{
    m_show->setLabel(QStringLiteral("steps"), tr("Steps"), tr("Merges, longest matches or the lattice of one word"));
    m_show->setLabel(QStringLiteral("bytes"), tr("Bytes"), tr("Characters, code points, bytes and tokens of one word"));
    m_show->setLabel(QStringLiteral("side"), tr("Side by side"), tr("The same text under several tokenizers"));
    m_show->setLabel(QStringLiteral("vocabulary"), tr("Vocabulary"), tr("Tokens per sentence over the size of the vocabulary"));
    m_sentences->setLabel(QStringLiteral("en"), tr("English"), tr("English sentences"));
    m_sentences->setLabel(QStringLiteral("zh_CN"), tr("Chinese"), tr("Chinese sentences"));
    m_open->setText(tr("Open a tokenizer …"));
    m_open->setToolTip(tr("tokenizer.json, tokenizer.model or GGUF; weights are not needed"));
    m_tokenizer->setAccessibleName(tr("Tokenizer"));
    m_tokenizer->setToolTip(tr("The tokenizer that cuts the text here"));
    m_tokenizer->setItemText(0, tr("the model's own"));
}

/// The model's own, then the others; the current one stays.
void TokensView::fillMenu(const FigureData& now)
{
    const QSignalBlocker blocker(m_tokenizer);
    const QString current = m_tokenizer->currentData().toString();
    std::vector<std::pair<QString, QString>> items{{tr("the model's own"), QString()}};
    for (const ShownTokenizer& one : shownTokenizers(now))
        items.emplace_back(one.label, QString::fromStdString(one.id));
    const bool isThere = std::ranges::any_of(items, [&](const auto& item) { return item.second == current; });
    if (!isThere)
        items.emplace_back(tokenizerLabel(current.toStdString()), current);
    bool isSame = m_tokenizer->count() == int(items.size());
    for (int i = 0; isSame && i < m_tokenizer->count(); ++i)
        isSame = m_tokenizer->itemData(i).toString() == items[std::size_t(i)].second;
    if (isSame)
        return;
    m_tokenizer->clear();
    for (const auto& [label, id] : items)
        m_tokenizer->addItem(label, id);
    m_tokenizer->setCurrentIndex(m_tokenizer->findData(current));
}

void TokensView::refreshControls(const FigureData& now)
{
    const QString page = m_show->current();
    const bool isSteps = page == QLatin1String("steps"), isWord = isSteps || page == QLatin1String("bytes");
    if (now.selection.query != m_query) { // another token was selected in the strip
        m_isChosen = std::exchange(m_query, now.selection.query) >= 0;
        m_token = m_at = -1;
    }
    const std::vector<core::TokenId> ids = run() ? run()->trace->ids : std::vector<core::TokenId>();
    if (const auto before = std::exchange(m_ids, ids); !before.empty() && before != ids) { // another text
        m_isChosen = false;
        m_token = m_at = -1;
    }
    m_tokenizer->setVisible(isWord);
    m_step->setVisible(isSteps);
    m_sentences->setVisible(page == QLatin1String("vocabulary"));
    if (!knownTokenizers(now).empty())
        fillMenu(now);
    const TokenizedText* const text = hasText(run()) && isSteps ? wordText(figureData()) : nullptr;
    const int steps = text ? stepCount(*text) : 0;
    m_step->setEnabled(steps > 0);
    m_step->setRange(0, std::max(1, steps));
    const int at = m_at < 0 ? steps : std::min(m_at, steps);
    m_step->setValue(at, tr("step %1 of %2").arg(at).arg(steps));
}

void TokensView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    if (map == QLatin1String(linesName)) {
        const auto* const rows = qobject_cast<const SpanRows*>(plot()->cellMap(map));
        const bool isBox = rows && row >= 0 && row < int(rows->lines().size()) && column >= 0
            && column < int(rows->lines()[std::size_t(row)].boxes.size());
        if (!isBox)
            return QToolTip::hideText();
        const SpanBox& box = rows->lines()[std::size_t(row)].boxes[std::size_t(column)];
        QToolTip::showText(
            QCursor::pos(), box.note.isEmpty() ? box.text : QStringLiteral("%1  %2").arg(box.text, box.note), plot());
        return;
    }
    if (const auto* const points = qobject_cast<const ModelPoints*>(plot()->cellMap(map))) {
        if (column < 0 || column >= int(points->points().size()))
            return QToolTip::hideText();
        const ModelPoint& point = points->points()[std::size_t(column)];
        QToolTip::showText(QCursor::pos(),
            tr("%1: %2 tokens per sentence, vocabulary %3")
                .arg(point.name, formatNumber(point.y), formatCount(std::int64_t(point.x))),
            plot());
        return;
    }
    const TokenizedText* const text = map == QLatin1String(wordsName) ? wordText(figureData()) : nullptr;
    if (text && text->isOfRun && column >= 0 && column < int(text->record.words.size())) {
        hovered.query = int(text->record.words[std::size_t(column)].first);
        hovered.key = -1;
    }
}

void TokensView::clickCell(const QString& map, int, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const TokenizedText* const text = map == QLatin1String(wordsName) ? wordText(figureData()) : nullptr;
    if (!text || column < 0 || column >= int(text->record.words.size()))
        return;
    m_at = -1;
    m_token = int(text->record.words[std::size_t(column)].first);
    m_isChosen = true;
    if (text->isOfRun) {
        pinned.query = m_query = m_token;
        m_token = -1;
    }
    redraw();
}

const ViewInfo tokensView{.id = "tokens",
    .title = QT_TRANSLATE_NOOP("views", "Tokens"),
    .create = createView<TokensView>,
    .families = {"output.tied"}, // whether a larger vocabulary makes one table larger, or two
    .figures = {&tokensFigure}};

} // namespace widgets
