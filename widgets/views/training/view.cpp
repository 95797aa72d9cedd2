#include "widgets/views/training/view.h"

#include "core/files/library/model_files.h"
#include "core/files/library/position_siblings.h"
#include "core/files/library/training_runs.h"
#include "widgets/controls/control_line.h"
#include "widgets/controls/kept_in_sight.h"
#include "widgets/controls/menu_text.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/controls/title_line.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/training/data.h"
#include "widgets/views/training/figure.h"
#include "widgets/views/training/groups.h"
#include "widgets/views/training/sentences.h"

#include <QMenu>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

namespace widgets {

namespace {

const QStringList preAndPost{QStringLiteral("pre12"), QStringLiteral("post12")}; // at 12 layers, where the gradients differ

const QString gradientPage = QStringLiteral("gradient"), lossPage = QStringLiteral("loss"); // that the pair is for

QStringList namesShown(const FigureData& data)
{
    QStringList names;
    for (const Training& training : shownTrainings(data))
        names << training.name;
    return names;
}

} // namespace

TrainingView::TrainingView(SelectionModel* selection, QWidget* parent)
    : FigureView(selection, parent)
    , m_show(new SegmentedSwitch(pageIds(trainingFigure), this))
    , m_train(new QToolButton(this))
    , m_training(new TrainControls(this))
    , m_preAgainstPost(new QToolButton(this))
    , m_choose(new QToolButton(this))
    , m_menu(new QMenu(m_choose))
{
    m_show->setCurrent(QStringLiteral("loss"));
    m_choose->setPopupMode(QToolButton::InstantPopup);
    m_choose->setMenu(m_menu);
    controls()->addWidget(m_show);
    m_train->setObjectName(QStringLiteral("train"));
    m_train->setCheckable(true);
    keepInSight(m_train);
    controls()->addWidget(m_train);
    for (QWidget* const one : m_training->widgets())
        controls()->addWidget(one);
    m_training->setVisible(false);
    findChild<TitleLine*>()->setPathStays(true); // how far a training is
    connect(m_training, &TrainControls::changed, this, &TrainingView::whatIfChanged);
    connect(m_train, &QToolButton::toggled, this, [this] {
        refreshControls(figureData());
        controls()->arrange();
    });
    keepInSight(m_preAgainstPost);
    controls()->addWidget(m_preAgainstPost);
    controls()->addWidget(m_choose);
    m_show->setObjectName(showOption.name());
    connect(m_show, &SegmentedSwitch::chosen, this, &TrainingView::leavePair);
    connect(m_menu, &QMenu::aboutToShow, this, &TrainingView::fillMenu);
    m_preAgainstPost->setCheckable(true);
    connect(m_preAgainstPost, &QToolButton::clicked, this, [this](bool isWanted) {
        if (!isWanted)
            return showRuns(m_beforePair.value_or(QStringList()));
        m_show->setCurrent(gradientPage);
        showPair();
    });
    retranslate();
}

const FigureInfo& TrainingView::figure() const { return trainingFigure; }

void TrainingView::showRuns(const QStringList& names)
{
    m_runs = names;
    m_beforePair.reset();
    m_isPairLeft = false;
    m_preAgainstPost->setChecked(m_runs == preAndPost);
    redraw();
}

void TrainingView::showPair()
{
    const QStringList before = m_beforePair.value_or(m_runs);
    showRuns(preAndPost);
    m_beforePair = before == preAndPost ? QStringList() : before;
}

/// The person goes to another page: the pair is of gradients and losses, where it comes back; the others show the trainings that
/// were there before it.
void TrainingView::leavePair()
{
    const bool isOfPair = m_show->current() == gradientPage || m_show->current() == lossPage;
    if (isOfPair && m_isPairLeft)
        return showPair();
    if (isOfPair || !m_beforePair)
        return redraw();
    showRuns(QStringList(*m_beforePair));
    m_isPairLeft = true;
}

bool TrainingView::restore(const QString& figureId, const QVariantMap& options)
{
    if (!FigureView::restore(figureId, options))
        return false;
    if (const QStringList runs = runsOption.listIn(options); runs == preAndPost && m_show->current() == gradientPage)
        showPair();
    else
        showRuns(runs);
    return true;
}

QVariantMap TrainingView::whatIf() const { return toMap(m_training->settings()); }

void TrainingView::setWhatIf(const QVariantMap& numbers)
{
    const TrainSettings settings = settingsIn(numbers);
    if (settings == m_training->settings())
        return;
    m_training->restore(settings);
    if (!numbers.isEmpty())
        setTrains(true); // on the line
}

QVariantMap TrainingView::options() const
{
    QVariantMap options{{showOption.name(), m_show->current()}};
    if (!m_runs.isEmpty())
        options[runsOption.name()] = m_runs.join(QLatin1Char(','));
    return options;
}

void TrainingView::retranslate()
{
    m_show->setLabel(QStringLiteral("loss"), tr("Loss"), tr("Held-out loss and learning rate"));
    m_show->setLabel(QStringLiteral("heads"), tr("Heads"), tr("Induction and previous token, head by head"));
    m_show->setLabel(QStringLiteral("gradient"), tr("Gradients"), tr("Norm of the gradient of each layer at each step"));
    m_show->setLabel(QStringLiteral("depth"), tr("First step"), tr("The gradient over depth before anything is learned"));
    m_show->setLabel(QStringLiteral("stream"), tr("Stream"), tr("Size of the stream and of what each branch adds to it"));
    m_show->setLabel(QStringLiteral("experts"), tr("Experts"), tr("The load of every expert of a mixture"));
    m_train->setText(tr("Train"));
    m_train->setToolTip(tr("Train the model on screen, here and now"));
    m_training->retranslate();
    setNews(m_news);
    m_preAgainstPost->setText(tr("Pre against Post"));
    m_preAgainstPost->setToolTip(
        tr("12 layers, the norm before each branch or after each sum: does the gradient reach every layer?"));
    m_choose->setText(tr("Trainings"));
    m_choose->setToolTip(tr("Lay the curves of other trainings over this one, as many as you like; maps show the first ones"));
    m_choose->setAccessibleName(m_choose->text());
}

void TrainingView::refreshControls(const FigureData&)
{
    const QStringList names = trains() ? QStringList() : trainingNames(); // the disk is not asked at each step
    m_training->setVisible(trains());
    m_preAgainstPost->setVisible(
        !trains() && std::all_of(preAndPost.begin(), preAndPost.end(), [&](const QString& name) { return names.contains(name); }));
    m_choose->setVisible(!trains() && !names.isEmpty());
}

void TrainingView::setTrains(bool trains) { m_train->setChecked(trains); }

void TrainingView::showPage(const QString& id)
{
    m_show->setCurrent(id);
    leavePair();
}

bool TrainingView::trains() const { return m_train->isChecked(); }

void TrainingView::setNews(const TrainingNews& news)
{
    m_news = news;
    m_training->setNews(news);
    if (isVisible())
        sayNews();
}

/// How far it is; another page on screen is not laid out for that.
void TrainingView::sayNews()
{
    breadcrumb()->setText(m_training->words());
    breadcrumb()->setVisible(!m_training->words().isEmpty());
}

void TrainingView::showEvent(QShowEvent* event)
{
    sayNews();
    FigureView::showEvent(event);
}

void TrainingView::hoverCell(const QString& map, int row, int column, Selection&)
{
    const auto* cells = qobject_cast<HeatmapPlottable*>(plot()->cellMap(map));
    const QString name = map.section(QLatin1Char('/'), 0, -2);
    for (const Training& training : shownTrainings(figureData()))
        if (cells && training.name == name)
            QToolTip::showText(QCursor::pos(),
                tr("%1, step %2, %3: %4")
                    .arg(training.words, formatCount(qint64(columnOf(*training.history, "step")[column])),
                        qobject_cast<GridAxisRect*>(cells->keyAxis()->axisRect())->rowLabels().value(row),
                        formatNumber(double(cells->grid().at(row, column)))),
                plot());
}

/// First that of the model on screen, then those that are shown, then all by what they differ in.
void TrainingView::fillMenu()
{
    m_menu->clear();
    QAction* const follow = m_menu->addAction(tr("Only that of the model on screen"));
    follow->setCheckable(true);
    follow->setChecked(m_runs.isEmpty());
    connect(follow, &QAction::triggered, this, [this] { showRuns({}); });
    const QStringList shown = namesShown(figureData());
    const auto add = [&](QMenu& menu, const QString& name, const QString& purpose) {
        QAction* const action = menu.addAction(menuText(purpose.isEmpty() ? name : tr("%1 — %2").arg(name, purpose)));
        action->setCheckable(true);
        action->setChecked(shown.contains(name));
        connect(action, &QAction::triggered, this, [this, name, shown](bool checked) {
            QStringList names = shown;
            if (checked)
                names << name;
            else
                names.removeAll(name);
            showRuns(names);
        });
    };
    m_menu->addSeparator();
    if (!m_runs.isEmpty())
        for (const QString& name : shown)
            add(*m_menu, name, purposeOf(name));
    m_menu->addSeparator();
    const QString sweeps = tr("Sweeps of the learning rate"), own = tr("Your models");
    const auto main = historyOf(QString::fromStdString(core::defaultModel()));
    std::map<QString, std::vector<std::pair<QString, QString>>> groups; // name and purpose
    for (const core::TrainingRun& run : core::trainingRuns()) {
        const QString name = QString::fromStdString(run.name);
        const auto history = historyAt(run.path);
        const bool isBundled = core::isBundledModel(std::filesystem::path(run.path).parent_path().string());
        const QString group = run.isSweep ? sweeps
            : !isBundled                  ? own
            : history && main && run.name != core::defaultModel() ? groupOfTraining(*history, *main)
                                                                  : QString();
        groups[group].emplace_back(name, history ? purposeOf(*history) : QString());
    }
    for (const QString& group : QStringList{QString()} + trainingGroups() + QStringList{own, sweeps})
        if (const auto found = groups.find(group); found != groups.end()) {
            QMenu& menu = group.isEmpty() ? *m_menu : *m_menu->addMenu(menuText(group));
            for (const auto& [name, purpose] : found->second)
                if (!group.isEmpty() || m_runs.isEmpty() || !shown.contains(name))
                    add(menu, name, purpose);
        }
}

const ViewInfo trainingView{.id = "training",
    .title = QT_TRANSLATE_NOOP("views", "Training"),
    .create = createView<TrainingView>,
    .families = {"norm.placement", "norm.kind", "position.kind"},
    .figures = {&trainingFigure}};

} // namespace widgets
