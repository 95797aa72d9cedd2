#include "widgets/views/figure_view.h"

#include "widgets/figure/compose.h"
#include "widgets/figure/figure_style.h"
#include "widgets/figure/panel_layout.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/panels/text_label.h"
#include "widgets/plot/plot.h"
#include "widgets/views/segmented_switch.h"
#include "widgets/views/token_groups.h"

#include <QAbstractSlider>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace widgets {

namespace {

constexpr int captionLines = 2; // of a low window
constexpr int longestCaption = 6; // sentences

/// A fifth of the ground over the old picture while the new one is computed. Lets the mouse through.
class Veil : public QWidget
{
public:
    explicit Veil(QWidget* parent)
        : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QColor ground = currentTheme().window;
        ground.setAlphaF(0.45F);
        QPainter(this).fillRect(rect(), ground);
    }
};

} // namespace

QString whyNoTokens(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || streamTokens(*run->trace).empty())
        return FigureView::tr("Type a sentence or pick an example.");
    return {};
}

QString whyNoAttention(const RunResult& run, int layer)
{
    if (!run.setup)
        return {};
    const std::vector<core::BlockConfig>& blocks = run.setup->config.blocks;
    const auto first
        = std::find_if(blocks.begin(), blocks.end(), [](const auto& block) { return core::isAttention(block.mixer); });
    const bool isMixed
        = layer < 0 ? first == blocks.end() : layer < int(blocks.size()) && !core::isAttention(blocks[std::size_t(layer)].mixer);
    if (!isMixed)
        return {};
    const core::BlockConfig& block = blocks[std::size_t(std::max(layer, 0))];
    const QString mixer = QCoreApplication::translate("core", std::string(core::infoOf(block.mixer).label).c_str());
    if (first == blocks.end())
        return FigureView::tr(
            "This model mixes its tokens by %1, which has no attention weights. Choose “Attention” as its mixer.")
            .arg(mixer);
    return FigureView::tr("Layer %1 mixes its tokens by %2, which has no attention weights. Layer %3 has some.")
        .arg(layer)
        .arg(mixer)
        .arg(first - blocks.begin());
}

QString whyOneWeight(const RunResult& run)
{
    if (streamTokens(*run.trace).size() != 1)
        return {};
    return run.trace->decoderIds.empty() ? FigureView::tr("Self-attention over one token is always 1: add a word.")
                                         : FigureView::tr("Self-attention over one token is always 1: add a word to the target.");
}

QString whyNoWeights(const FigureData& data, int layer)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    if (QString reason = whyNoAttention(run, layer); !reason.isEmpty())
        return reason;
    return whyOneWeight(run);
}

QString whyNotRecorded(const std::string& name)
{
    return FigureView::tr("This run did not record %1.").arg(QString::fromStdString(name));
}

QSizeF roomOf(const FigureStyle& style) { return style.size / typeScale(style); }

double pictureHeight(const FigureStyle& style)
{
    constexpr double highOfWords = 150; // title, what a cell is and caption
    return roomOf(style).height() - (style.showTitle ? highOfWords : 0);
}

int chartsFitting(const FigureStyle& style)
{
    constexpr double highOfChart = 115;
    return std::max(1, int(pictureHeight(style) / highOfChart));
}

QStringList tokenTexts(const core::Trace& trace) { return tokenGroups(trace, false).texts; }

QString emphasised(const QString& sentence)
{
    static const QRegularExpression special(
        QStringLiteral("“[^”]*”|\\bL\\d+ H\\d+|(?<![\\p{L}\\d])[−+]?\\d[\\d,]*(?:\\.\\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?(?:\\s?%)?"),
        QRegularExpression::UseUnicodePropertiesOption);
    QString html;
    qsizetype from = 0;
    for (auto matches = special.globalMatch(sentence); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        html += sentence.mid(from, match.capturedStart() - from).toHtmlEscaped();
        html
            += QStringLiteral("<b style=\"color:%1\">%2</b>").arg(currentTheme().accent.name(), match.captured().toHtmlEscaped());
        from = match.capturedEnd();
    }
    return html + sentence.mid(from).toHtmlEscaped();
}

FigureView::FigureView(SelectionModel* selection, QWidget* parent)
    : View(selection, parent)
    , m_breadcrumb(new TextLabel(TextRole::Body, Tone::Muted, this))
    , m_title(new TextLabel(TextRole::Title, Tone::Normal, this))
    , m_subtitle(new TextLabel(TextRole::Body, Tone::Muted, this))
    , m_caption(new TextLabel(TextRole::Body, Tone::Normal, this))
    , m_controls(new QHBoxLayout)
    , m_more(new QHBoxLayout)
    , m_head(new QVBoxLayout)
    , m_foot(new QVBoxLayout)
    , m_pages(new QStackedWidget(this))
    , m_emptyPage(new QWidget(m_pages))
    , m_empty(new TextLabel(TextRole::Section, Tone::Muted, m_emptyPage))
    , m_offer(new QPushButton(m_emptyPage))
    , m_plot(new Plot(m_pages))
    , m_veil(new Veil(m_pages))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_head->setContentsMargins(space::l, space::m, space::l, space::xs);
    m_head->setSpacing(space::xs);
    m_controls->setSpacing(space::s);
    for (auto [line, words] : {std::pair{&m_above, m_breadcrumb}, {&m_titleLine, m_title}}) {
        *line = new QHBoxLayout;
        (*line)->setSpacing(space::l);
        (*line)->addWidget(words, 1);
        m_head->addLayout(*line);
    }
    m_titleLine->addLayout(m_controls);
    m_more->setSpacing(space::s);
    m_head->insertLayout(1, m_more);
    m_head->addWidget(m_subtitle);
    column->addLayout(m_head);
    column->addWidget(m_pages, 1);
    m_foot->setContentsMargins(space::l, space::m, space::l, space::m);
    m_foot->addWidget(m_caption);
    column->addLayout(m_foot);

    m_breadcrumb->hide();
    m_title->setWordWrap(true);
    m_subtitle->setFlowing();
    m_caption->setFlowing();
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // the picture has the rest
    m_caption->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    auto* emptyColumn = new QVBoxLayout(m_emptyPage);
    emptyColumn->setContentsMargins(2 * space::xxl, space::xl, 2 * space::xxl, space::xl);
    emptyColumn->setSpacing(space::l);
    emptyColumn->addStretch(1);
    emptyColumn->addWidget(m_empty);
    emptyColumn->addWidget(m_offer, 0, Qt::AlignHCenter);
    emptyColumn->addStretch(1);
    m_offer->setObjectName(QStringLiteral("offer"));
    m_pages->addWidget(m_plot);
    m_pages->addWidget(m_emptyPage);
    connect(m_offer, &QPushButton::clicked, this, [this] {
        if (const FigureInfo& info = figure(); info.offer)
            if (const ChoiceOffer offer = info.offer(figureData()); !offer.key.isEmpty())
                emit choiceWanted(offer.key, offer.value);
    });
    m_plot->setMinimumSize(240, 160);
    m_plot->installEventFilter(this);
    m_pages->installEventFilter(this);
    setFocusProxy(m_plot);

    connect(selection, &SelectionModel::pinnedChanged, this, &FigureView::redraw);
    connect(selection, &SelectionModel::hoveredChanged, this, [this](const Selection& hovered) {
        if (!m_dirty && !isEmpty())
            showHover(hovered);
    });
    connect(m_plot, &Plot::cellHovered, this, [this](const QString& map, int row, int column_) {
        if (row < 0 || column_ < 0)
            return selectionModel()->unhover();
        Selection hovered = selectionModel()->pinned();
        hoverCell(map, row, column_, hovered);
        selectionModel()->hover(hovered);
    });
    connect(m_plot, &Plot::cellClicked, this, [this](const QString& map, int row, int column_, Qt::KeyboardModifiers modifiers) {
        Selection pinned = selectionModel()->pinned();
        clickCell(map, row, column_, modifiers, pinned);
        selectionModel()->pin(pinned);
    });
    connect(m_plot, &Plot::barClicked, this, [this](const QString& chart, int bar) {
        Selection pinned = selectionModel()->pinned();
        clickBar(chart, bar, pinned);
        selectionModel()->pin(pinned);
    });
}

void FigureView::addControlRow(QWidget* row)
{
    m_head->insertWidget(3, row);
    m_rows.push_back(row);
}

void FigureView::setRun(const RunPtr& a, const RunPtr& b)
{
    m_a = a;
    m_b = b;
    setStale(false);
    redraw();
}

void FigureView::setStale(bool stale)
{
    m_veil->setGeometry(m_pages->rect());
    m_veil->setVisible(stale);
    m_veil->raise();
}

void FigureView::setDense(bool dense)
{
    if (std::exchange(m_isDense, dense) == dense)
        return;
    m_head->setContentsMargins(space::l, dense ? space::xs : space::m, space::l, dense ? 0 : space::xs);
    m_foot->setContentsMargins(space::l, dense ? space::xs : space::m, space::l, dense ? space::xs : space::m);
    m_title->setRole(dense ? TextRole::Section : TextRole::Title);
    redraw();
}

void FigureView::setKinds(std::vector<KindRun> kinds)
{
    m_kinds = std::move(kinds);
    redraw();
}

void FigureView::setSlotMode(SlotMode mode, bool isLocked)
{
    if (mode == m_mode && isLocked == m_isLocked)
        return;
    m_mode = mode;
    m_isLocked = isLocked;
    redraw();
}

FigureData FigureView::figureData() const
{
    return {m_a, m_b, selectionModel()->pinned(), options(), m_mode, m_isLocked, m_kinds};
}

namespace {

/// Says an option's value to the control that is named after it. Emits what the person would have caused.
void setControl(QObject* control, const QVariant& value)
{
    if (auto* choice = qobject_cast<SegmentedSwitch*>(control)) {
        if (choice->current() != value.toString()) {
            choice->setCurrent(value.toString());
            emit choice->chosen(choice->current());
        }
    } else if (auto* slider = qobject_cast<QAbstractSlider*>(control)) {
        slider->setValue(value.toInt());
    } else if (auto* number = qobject_cast<QSpinBox*>(control)) {
        number->setValue(value.toInt());
    } else if (auto* real = qobject_cast<QDoubleSpinBox*>(control)) {
        real->setValue(value.toDouble());
    } else if (auto* box = qobject_cast<QComboBox*>(control)) {
        box->setCurrentIndex(std::max(box->findData(value), box->findText(value.toString())));
    } else if (auto* button = qobject_cast<QAbstractButton*>(control);
               button && button->isCheckable() && !qobject_cast<SegmentedSwitch*>(button->parent())) {
        button->setChecked(value.toBool());
    }
}

} // namespace

bool FigureView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!showFigure(figureId))
        return false;
    for (auto option = options.begin(); option != options.end(); ++option)
        for (QObject* control : findChildren<QObject*>(option.key()))
            setControl(control, option.value());
    redraw();
    return true;
}

bool FigureView::isEmpty() const { return m_pages->currentWidget() == m_emptyPage; }

/// Of all that the switches of the page can bring about.
int FigureView::widestTitle(const FigureData& now) const
{
    const auto widthOf
        = [&](const FigureData& one) { return m_title->fontMetrics().horizontalAdvance(titleText(figure(), one)); };
    int widest = widthOf(now);
    for (const SegmentedSwitch* choice : findChildren<SegmentedSwitch*>()) {
        if (!now.options.contains(choice->objectName()))
            continue;
        FigureData other = now;
        for (const QString& id : choice->ids()) {
            other.options[choice->objectName()] = id;
            widest = std::max(widest, widthOf(other));
        }
    }
    return widest;
}

/// The controls stand beside the title where the widest title has room beside all of them, else on the line above it: what is
/// chosen with them does not move them. Those that do not fit there go on a line of their own.
void FigureView::arrangeControls(const FigureData& now)
{
    if (m_order.empty()) {
        for (int i = 0; i < m_controls->count(); ++i)
            m_order.push_back(m_controls->itemAt(i)->widget());
        m_fitting = m_order.size();
    }
    const auto widthOf
        = [&](const QWidget* control) { return control ? control->sizeHint().width() + m_controls->spacing() : 0; };
    int all = 0;
    for (const QWidget* control : m_order)
        all += widthOf(control);
    const int room = width() - 2 * space::l;
    const bool isAlone = m_breadcrumb->isHidden();
    const bool isBeside = isAlone && widestTitle(now) + all + space::l < room;
    QHBoxLayout* const line = isBeside ? m_titleLine : m_above;
    if (line->indexOf(m_controls) < 0) {
        (isBeside ? m_above : m_titleLine)->removeItem(m_controls);
        m_controls->setParent(nullptr);
        line->addLayout(m_controls);
        m_breadcrumb->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
        if (!isBeside && isAlone)
            m_above->setAlignment(m_controls, Qt::AlignRight);
    }

    // The switch between the pictures of the page stays where it is, whatever else a picture has.
    const auto isPage = [](const QWidget* control) { return control && control->objectName() == QLatin1String("show"); };
    int left = room + m_controls->spacing() - (isAlone ? 0 : m_breadcrumb->sizeHint().width() + space::l);
    for (const QWidget* control : m_order)
        left -= isPage(control) ? widthOf(control) : 0;
    std::size_t fitting = 0;
    for (; fitting < m_order.size(); ++fitting) {
        const QWidget* control = m_order[fitting];
        if (!control || control->isHidden() || isPage(control))
            continue;
        const bool canShrink = qobject_cast<const SegmentedSwitch*>(control);
        left -= canShrink ? control->minimumSizeHint().width() + m_controls->spacing() : widthOf(control);
        if (left < 0)
            break;
    }
    if (std::exchange(m_fitting, fitting) == fitting)
        return;
    for (QHBoxLayout* one : {m_controls, m_more})
        while (const QLayoutItem* item = one->takeAt(0))
            delete item;
    if (fitting < m_order.size())
        m_more->addStretch(1);
    for (std::size_t i = 0; i < m_order.size(); ++i) {
        QHBoxLayout* const to = i < fitting || isPage(m_order[i]) ? m_controls : m_more;
        m_order[i] ? to->addWidget(m_order[i]) : to->addStretch(1);
    }
}

QSize FigureView::minimumSizeHint() const
{
    const QSize wanted = View::minimumSizeHint();
    int widest = m_plot->minimumWidth();
    for (const std::vector<QWidget*>* widgets : {&m_order, &m_rows})
        for (const QWidget* one : *widgets)
            if (one && !one->isHidden())
                widest = std::max(widest, one->minimumSizeHint().width() + 2 * space::l);
    return {std::min(wanted.width(), widest), wanted.height()};
}

void FigureView::redraw()
{
    m_dirty = true;
    if (isVisible())
        draw();
}

void FigureView::draw()
{
    m_dirty = false;
    const FigureData now = figureData();
    refreshControls(now);
    const FigureInfo& info = figure();
    const QString reason = whyNothing(info, now);
    m_title->setText(titleText(info, now));
    arrangeControls(now);
    const bool hasPicture = reason.isEmpty();
    QStringList below{hasPicture && info.subtitle ? info.subtitle(now) : QString(), hasPicture ? handling() : QString()};
    below.removeAll(QString());
    m_subtitle->setText(below.join(QLatin1Char(' ')));
    m_subtitle->setVisible(!m_isDense && !m_subtitle->text().isEmpty());
    m_title->setToolTip(m_isDense ? m_subtitle->text() : QString());
    const auto panels = hasPicture ? std::optional(shownPanels(info, now)) : std::nullopt;
    m_captionText = panels ? composedCaption(*panels) : QString();
    showCaption(panels);
    m_empty->setText(reason);
    const ChoiceOffer offer = !hasPicture && info.offer ? info.offer(now) : ChoiceOffer();
    m_offer->setText(offer.label);
    m_offer->setVisible(!offer.key.isEmpty());
    m_pages->setCurrentWidget(hasPicture ? static_cast<QWidget*>(m_plot) : m_emptyPage);
    if (panels) {
        // The words have another height now: what that leaves is known before the picture is drawn, not after.
        m_isArranging = true;
        layout()->activate();
        m_isArranging = false;
        const FigureStyle style = screenStyle(m_plot->size());
        composeFigure(*m_plot, *panels, style, 0);
        showHover(selectionModel()->hovered());
        m_plot->replot();
    }
    m_plot->setDescription(m_title->text(), m_captionText);
    emit drawn();
}

/// Whole; in a low window the sentences of each side that two lines hold, whose place is kept.
void FigureView::showCaption(const std::optional<ShownPanels>& panels)
{
    QString shown = m_captionText;
    m_caption->setText(emphasised(shown));
    int height = 0;
    if (m_isDense && panels && !shown.isEmpty()) {
        height = captionLines * m_caption->fontMetrics().lineSpacing();
        for (int most = longestCaption; most > 0 && m_caption->heightForWidth(width() - 2 * space::l) > height; --most) {
            shown = composedCaption(*panels, most);
            m_caption->setText(emphasised(shown));
        }
    }
    m_caption->setMinimumHeight(height);
    m_caption->setToolTip(shown == m_captionText ? QString() : m_captionText);
}

void FigureView::changeEvent(QEvent* event)
{
    View::changeEvent(event);
    if (!meansRestyle(*event) || m_restyling)
        return;
    const QScopedValueRollback guard(m_restyling, true);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    redraw();
    update();
}

void FigureView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    if (m_dirty)
        draw();
}

void FigureView::paintEvent(QPaintEvent*)
{
    // One white sheet; only the sentence at the foot is set off, by a line.
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    painter.setPen(theme.border);
    const int y = m_pages->geometry().bottom() + 1;
    if (!m_captionText.isEmpty())
        painter.drawLine(0, y, width(), y);
}

bool FigureView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_plot && event->type() == QEvent::Resize) {
        m_veil->setGeometry(m_pages->rect());
        if (isVisible() && !isEmpty() && !m_dirty && !m_isArranging)
            draw(); // some figures arrange their panels by the room they have
    }
    if (watched == m_pages && event->type() == QEvent::Resize)
        update(); // the line below it moves with it
    return View::eventFilter(watched, event);
}

} // namespace widgets
