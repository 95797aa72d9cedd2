#include "widgets/views/texts/view.h"

#include "widgets/controls/control_line.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/sides.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/texts_choice.h"
#include "widgets/views/texts/figure.h"
#include "widgets/views/texts/numbers.h"
#include "widgets/views/texts/pages.h"

#include <QComboBox>

#include <algorithm>

namespace widgets {

TextsView::TextsView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(textsFigure), this))
    , m_texts(new TextsChoice(defaultStatisticsTexts, this))
    , m_score(new QComboBox(this))
    , m_statistic(new SegmentedSwitch(spreadOption.list(), this))
{
    m_show->setObjectName(showOption.name());
    m_statistic->setObjectName(spreadOption.name());
    for (const QString& score : wallScoreIds())
        m_score->addItem(QString(), score);
    m_score->setCurrentIndex(m_score->findData(QStringLiteral("induction")));
    for (QWidget* const control : std::initializer_list<QWidget*>{m_show, m_texts, m_score, m_statistic})
        controls()->addWidget(control);
    connect(m_show, &SegmentedSwitch::chosen, this, &TextsView::redraw);
    connect(m_texts, &TextsChoice::chosen, this, &TextsView::redraw);
    connect(m_score, &QComboBox::activated, this, &TextsView::redraw);
    connect(m_statistic, &SegmentedSwitch::chosen, this, &TextsView::redraw);
    TextsView::retranslate();
}

const FigureInfo& TextsView::figure() const { return textsFigure; }

bool TextsView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    m_texts->restore(textsOption.in(options));
    if (const int score = m_score->findData(scoreOption.in(options)); score >= 0)
        m_score->setCurrentIndex(score);
    redraw();
    return true;
}

QVariantMap TextsView::options() const
{
    return {{showOption.name(), m_show->current()}, {textsOption.name(), m_texts->current()},
        {scoreOption.name(), m_score->currentData()}, {spreadOption.name(), m_statistic->current()}};
}

void TextsView::retranslate()
{
    m_show->setLabel(QStringLiteral("heads"), tr("Heads"), tr("A score of every head over all texts"));
    m_show->setLabel(QStringLiteral("head"), tr("One head"), tr("The score of the selected head in each text"));
    m_show->setLabel(QStringLiteral("answers"), tr("Answers"), tr("Which answers the model gets right"));
    m_texts->retranslate();
    m_score->setAccessibleName(tr("Score of the heads"));
    m_score->setToolTip(tr("What is measured of each head's attention"));
    for (const WallScore& score : wallScores())
        m_score->setItemText(m_score->findData(QLatin1String(score.id)), nameOf(score));
    m_statistic->setLabel(QStringLiteral("mean"), tr("mean"), tr("The mean over the texts"));
    m_statistic->setLabel(QStringLiteral("spread"), tr("spread"), tr("The standard deviation over the texts"));
}

void TextsView::refreshControls(const FigureData&)
{
    m_score->setVisible(m_show->current() != QLatin1String(textAnswersPage.id));
    m_statistic->setVisible(m_show->current() == QLatin1String(textHeadsPage.id));
}

/// Rows go upwards with depth.
void TextsView::hoverCell(const QString& map, int row, int column, Selection& hovered)
{
    const FigureData now = figureData();
    const core::TextStatistics* const all = now.a ? statisticsOf(now, shownRun(now)) : nullptr;
    if (map != QLatin1String("heads") || !all || all->heads.empty())
        return;
    hovered.layer = std::max(0, all->heads.back().layer - row);
    hovered.head = column;
}

/// The first click chooses a head, the second shows its texts.
void TextsView::clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers, Selection& pinned)
{
    const Selection before = pinned;
    hoverCell(map, row, column, pinned);
    pinned.isHeadChosen = true;
    if (pinned == before && map == QLatin1String("heads")) {
        m_show->setCurrent(QLatin1String(textHeadPage.id));
        redraw();
    }
}

void TextsView::clickBar(const QString& chart, int bar, Selection& pinned)
{
    const FigureData now = figureData();
    const core::TextStatistics* const all = now.a ? statisticsOf(now, shownRun(now)) : nullptr;
    if (chart != QLatin1String("best") || !all || bar < 0)
        return;
    const std::vector<const core::HeadOverTexts*> heads = headsInOrder(now, *all);
    if (std::size_t(bar) >= heads.size())
        return;
    pinned.layer = heads[std::size_t(bar)]->layer;
    pinned.head = heads[std::size_t(bar)]->head;
    pinned.isHeadChosen = true;
}

const ViewInfo textsView{.id = "texts",
    .title = QT_TRANSLATE_NOOP("views", "Texts"),
    .create = createView<TextsView>,
    .families = {"attention.kind"},
    .figures = {&textsFigure}};

} // namespace widgets
