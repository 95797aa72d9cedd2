#include "widgets/views/training/train_controls.h"

#include "core/experiments/text_set.h"
#include "core/train/bundled_recipes.h"
#include "core/train/training_data.h"
#include "widgets/controls/kept_in_sight.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/training/races.h"
#include "widgets/views/training/sentences.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace widgets {

namespace {

constexpr std::array stepChoices{50, 100, 200, 400, 800, 1600, 3200};
constexpr std::array rateChoices{3e-4, 1e-3, 2e-3, 3e-3, 4e-3, 6e-3, 1e-2, 3e-2, 0.1, 1.0};
constexpr std::array<std::pair<int, int>, 6> batchChoices{{{4, 32}, {8, 32}, {8, 64}, {16, 64}, {16, 128}, {32, 128}}};
constexpr std::array warmupChoices{-1, 1, 10, 30, 100, 300}; // −1: as many as is usual
constexpr std::array dropoutChoices{0.0, 0.05, 0.1, 0.2, 0.5};

QString batchText(core::Index rows, core::Index length) { return QStringLiteral("%1 × %2").arg(rows).arg(length); }

QString timeText(double seconds)
{
    return seconds < 90 ? TrainingText::tr("%1 s left").arg(std::ceil(seconds))
                        : TrainingText::tr("%1 min left").arg(std::ceil(seconds / 60));
}

/// A tool tip of several sentences is as wide as it is easily read.
QString inLines(const QString& text) { return QStringLiteral("<qt>%1</qt>").arg(text.toHtmlEscaped()); }

/// Of branches and of attention.
QString dropoutWords(const core::TrainingRecipe& recipe)
{
    return recipe.attentionDropout > 0 ? TrainingText::tr("dropout %1, attention %2").arg(recipe.dropout).arg(recipe.attentionDropout)
                                       : TrainingText::tr("dropout %1").arg(recipe.dropout);
}

/// As wide as the widest of its words, so that nothing on the line moves when they change.
void setSteadyText(QToolButton& button, const QString& text, const QStringList& words)
{
    button.setText(text);
    const auto widthOf = [&](const QString& one) { return button.fontMetrics().size(Qt::TextShowMnemonic, one).width(); };
    int widest = widthOf(text);
    for (const QString& one : words)
        widest = std::max(widest, widthOf(one));
    button.setMinimumWidth(button.sizeHint().width() - widthOf(text) + widest);
}

/// Those between which nothing on the line moves: of all presets, and with another value of a menu.
const std::vector<TrainSettings>& steadySettings()
{
    static const std::vector<TrainSettings> all = [] {
        std::vector<TrainSettings> settings{{}, {.isFresh = false}};
        const auto add = [&](auto change) { change(settings.emplace_back().recipe); };
        const std::vector<std::string> bundled = core::bundledRecipes();
        for (const Race& race : races())
            if (std::ranges::find(bundled, race.id) != bundled.end())
                add([&](core::TrainingRecipe& own) { own = core::recipeNamed(race.id); });
        for (const double stories : storyShares)
            add([&](core::TrainingRecipe& own) { own.curriculum.stories = stories; });
        for (const int steps : stepChoices)
            add([&](core::TrainingRecipe& own) { own.steps = steps; });
        for (const auto& [rows, length] : batchChoices)
            add([&](core::TrainingRecipe& own) { std::tie(own.rows, own.length) = std::tie(rows, length); });
        for (const double rate : rateChoices)
            add([&](core::TrainingRecipe& own) { own.rate = rate; });
        for (const double share : dropoutChoices)
            add([&](core::TrainingRecipe& own) { own.dropout = share; });
        return settings;
    }();
    return all;
}

/// A menu of values, of which the one in use is marked.
template <class Choose>
void addChoice(QMenu& menu, const QString& text, bool isChosen, Choose choose)
{
    QAction* const action = menu.addAction(text);
    action->setCheckable(true);
    action->setChecked(isChosen);
    QObject::connect(action, &QAction::triggered, &menu, choose);
}

} // namespace

TrainControls::TrainControls(QWidget* page)
    : QObject(page)
    , m_page(page)
    , m_go(button("trainGo", TrainAct::Start))
    , m_step(button("trainStep", TrainAct::Step))
    , m_stop(button("trainStop", TrainAct::Stop))
    , m_keep(button("trainKeep", TrainAct::Keep))
    , m_text(menuButton("trainText"))
    , m_begin(menuButton("trainBegin"))
    , m_steps(menuButton("trainSteps"))
    , m_batch(menuButton("trainBatch"))
    , m_rate(menuButton("trainRate"))
    , m_warmup(menuButton("trainWarmup"))
    , m_dropout(menuButton("trainDropout"))
    , m_presets(menuButton("trainPresets"))
{
    keepInSight(m_dropout, false);
    connect(m_go, &QToolButton::clicked, this,
        [this] { emit wanted(m_news.phase == TrainingNews::Phase::Running ? TrainAct::Pause : TrainAct::Start); });
    for (QToolButton* const menu : {m_text, m_begin, m_steps, m_batch, m_rate, m_warmup, m_dropout, m_presets})
        connect(menu->menu(), &QMenu::aboutToShow, this, &TrainControls::fillMenus);
    retranslate();
}

QToolButton* TrainControls::button(const char* name, TrainAct act)
{
    auto* const made = new QToolButton(m_page);
    made->setObjectName(QLatin1String(name));
    keepInSight(made);
    if (act != TrainAct::Start)
        connect(made, &QToolButton::clicked, this, [this, act] { emit wanted(act); });
    return made;
}

QToolButton* TrainControls::menuButton(const char* name)
{
    auto* const made = new QToolButton(m_page);
    made->setObjectName(QLatin1String(name));
    made->setPopupMode(QToolButton::InstantPopup);
    made->setMenu(new QMenu(made));
    keepInSight(made);
    return made;
}

QList<QWidget*> TrainControls::widgets() const
{
    return {m_go, m_step, m_stop, m_keep, m_presets, m_text, m_begin, m_steps, m_batch, m_rate, m_warmup, m_dropout};
}

void TrainControls::setVisible(bool isVisible)
{
    for (QWidget* const one : widgets())
        one->setVisible(isVisible);
}

void TrainControls::setSettings(const TrainSettings& settings)
{
    const bool isOther = !(settings == m_settings);
    restore(settings);
    if (isOther)
        emit changed();
}

void TrainControls::restore(const TrainSettings& settings)
{
    m_settings = settings;
    refresh();
}

void TrainControls::setNews(const TrainingNews& news)
{
    const bool isOther = news.phase != m_news.phase || news.canKeep != m_news.canKeep; // a step alone changes no button
    m_news = news;
    if (isOther)
        refresh();
}

QString TrainControls::words() const
{
    if (m_news.phase == TrainingNews::Phase::None)
        return {};
    QStringList words{TrainingText::tr("step %1 of %2").arg(formatCount(m_news.step), formatCount(m_news.steps))};
    if (m_news.tokensPerSecond > 0)
        words << TrainingText::tr("%1 tokens/s").arg(formatCount(qint64(m_news.tokensPerSecond)));
    if (m_news.phase == TrainingNews::Phase::Running && m_news.tokensPerSecond > 0)
        words << timeText(m_news.secondsLeft);
    else if (m_news.phase == TrainingNews::Phase::Paused)
        words << TrainingText::tr("paused");
    return words.join(QStringLiteral(" · "));
}

void TrainControls::retranslate()
{
    m_step->setText(tr("One step"));
    m_step->setToolTip(tr("One update of the weights, then pause"));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("End the training; the model stays on screen until another is opened"));
    m_keep->setText(tr("Keep"));
    m_keep->setToolTip(tr("Write the model as it is now, with its curve, into a folder among your models"));
    m_text->setToolTip(tr("What is learned; a twentieth of it is held out"));
    m_begin->setToolTip(tr("The weights that a training begins with"));
    m_steps->setToolTip(tr("Updates of the weights"));
    m_batch->setToolTip(tr("Rows of a step × tokens of a row"));
    m_rate->setToolTip(tr("Largest learning rate (AdamW); it grows for the steps of the warm-up, then falls as a cosine"));
    m_warmup->setToolTip(tr("Steps in which the learning rate grows"));
    m_dropout->setToolTip(tr("Share of the numbers that a step sets to 0: of what branches add, and of attention weights"));
    refresh();
}

void TrainControls::setGoText()
{
    const QStringList words{tr("Start"), tr("Pause"), tr("Go on")};
    const bool isRunning = m_news.phase == TrainingNews::Phase::Running, isPaused = m_news.phase == TrainingNews::Phase::Paused;
    setSteadyText(*m_go, words[isRunning ? 1 : isPaused ? 2 : 0], words);
}

TrainControls::Labels TrainControls::labelsOf(const TrainSettings& settings)
{
    const core::TrainingRecipe& recipe = settings.recipe;
    return {dataWords(settings), settings.isFresh ? tr("from the seed") : tr("from these weights"),
        tr("%1 steps").arg(formatCount(recipe.steps)), batchText(recipe.rows, recipe.length), tr("rate %1").arg(recipe.rate),
        tr("warm-up %1").arg(formatCount(recipe.warmupSteps())), dropoutWords(recipe)};
}

void TrainControls::refresh()
{
    using Phase = TrainingNews::Phase;
    const bool isRunning = m_news.phase == Phase::Running, isPaused = m_news.phase == Phase::Paused;
    setGoText();
    m_go->setToolTip(
        isRunning ? tr("At once; the unfinished step is repeated when it goes on") : tr("Train the model on screen; A and B race while they are compared"));
    m_stop->setEnabled(isRunning || isPaused);
    m_keep->setEnabled(m_news.phase != Phase::None && m_news.canKeep);
    for (QToolButton* const setting : {m_text, m_begin, m_steps, m_batch, m_rate, m_warmup, m_dropout, m_presets})
        setting->setEnabled(!isRunning && !isPaused);
    const Race* const preset = findRace(m_settings.preset.toStdString());
    m_presets->setText(tr("Presets"));
    m_presets->setToolTip(preset ? inLines(tr("%1. %2").arg(titleOf(*preset), watchOf(*preset)))
                                 : tr("Two models side by side on the same data in the same order, or one that learns to copy"));
    const std::array settings{m_text, m_begin, m_steps, m_batch, m_rate, m_warmup, m_dropout};
    const Labels labels = labelsOf(m_settings);
    std::array<QStringList, labels.size()> others;
    for (const TrainSettings& other : steadySettings())
        for (std::size_t i = 0; i < others.size(); ++i)
            others[i] << labelsOf(other)[i];
    for (std::size_t i = 0; i < settings.size(); ++i)
        setSteadyText(*settings[i], labels[i], others[i]);
    for (QToolButton* const one : {m_go, m_step, m_stop, m_keep, m_text, m_begin, m_steps, m_batch, m_rate, m_warmup, m_dropout, m_presets})
        one->setAccessibleName(one->text());
}

void TrainControls::fillMenus()
{
    fillData();
    fillBegin();
    fillPresets();
    fillNumbers();
}

void TrainControls::fillNumbers()
{
    core::TrainingRecipe& recipe = m_settings.recipe;
    for (QToolButton* const one : {m_steps, m_batch, m_rate, m_warmup, m_dropout})
        one->menu()->clear();
    const auto choice = [this](QToolButton* button, const QString& text, bool isChosen, auto take) {
        addChoice(*button->menu(), text, isChosen, [this, take] {
            TrainSettings next = m_settings;
            take(next.recipe);
            setSettings(next);
        });
    };
    for (const int steps : stepChoices)
        choice(m_steps, tr("%1 steps").arg(formatCount(steps)), steps == recipe.steps,
            [steps](core::TrainingRecipe& own) { own.steps = steps; });
    for (const auto& [rows, length] : batchChoices)
        choice(m_batch, tr("%1 rows of %2 tokens").arg(rows).arg(length), rows == recipe.rows && length == recipe.length,
            [rows = rows, length = length](core::TrainingRecipe& own) {
                own.rows = rows;
                own.length = length;
            });
    for (const double rate : rateChoices)
        choice(m_rate, tr("rate %1").arg(rate), rate == recipe.rate, [rate](core::TrainingRecipe& own) { own.rate = rate; });
    for (const int warmup : warmupChoices)
        choice(m_warmup, warmup < 0 ? tr("a tenth of the steps, at most 100") : tr("warm-up %1").arg(formatCount(warmup)),
            warmup == recipe.warmup, [warmup](core::TrainingRecipe& own) { own.warmup = warmup; });
    for (const double share : dropoutChoices)
        choice(m_dropout, tr("branches %1").arg(share), share == recipe.dropout,
            [share](core::TrainingRecipe& own) { own.dropout = share; });
    m_dropout->menu()->addSeparator();
    for (const double share : dropoutChoices)
        choice(m_dropout, tr("attention %1").arg(share), share == recipe.attentionDropout,
            [share](core::TrainingRecipe& own) { own.attentionDropout = share; });
}

void TrainControls::fillData()
{
    QMenu& menu = *m_text->menu();
    menu.clear();
    const auto choice = [this, &menu](const TrainSettings& other) {
        const bool isSame = other.text == m_settings.text && other.recipe == m_settings.recipe;
        addChoice(menu, dataWords(other), isSame, [this, other] { setSettings(other); });
    };
    TrainSettings other = m_settings;
    other.text = QString::fromUtf8(core::corpusName.data(), qsizetype(core::corpusName.size()));
    for (const double stories : storyShares) {
        other.recipe.curriculum.stories = stories;
        choice(other);
    }
    menu.addSeparator();
    other = m_settings;
    for (const std::string& set : core::bundledTextSets()) {
        other.text = QString::fromStdString(set);
        choice(other);
    }
    menu.addSeparator();
    connect(menu.addAction(tr("A text file…")), &QAction::triggered, this, &TrainControls::chooseFile);
    menu.addSeparator();
    fillTokens(menu);
}

/// Those of seeded weights only.
void TrainControls::fillTokens(QMenu& menu)
{
    const bool hasFile = m_settings.text.toStdString() != core::corpusName;
    const auto choice = [&](const QString& text, bool wantsCharacters) {
        addChoice(menu, text, wantsCharacters == isByCharacters(m_settings), [this, wantsCharacters] {
            TrainSettings next = m_settings;
            next.wantsCharacters = wantsCharacters;
            next.isFresh = next.isFresh || wantsCharacters;
            setSettings(next);
        });
        menu.actions().constLast()->setEnabled(hasFile || !wantsCharacters);
    };
    choice(tr("Tokens of the model"), false);
    choice(tr("Each character of the file as a token"), true);
}

void TrainControls::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(
        m_page, tr("A text to learn from"), {}, tr("Texts (*.txt *.jsonl *.md);;All files (*)"));
    if (file.isEmpty())
        return;
    TrainSettings next = m_settings;
    next.text = file;
    setSettings(next);
}

void TrainControls::fillBegin()
{
    QMenu& menu = *m_begin->menu();
    menu.clear();
    for (const bool isFresh : {true, false})
        addChoice(menu, isFresh ? tr("From new weights of the seed; only the choices of the model stay") : tr("From the weights on screen"),
            isFresh == m_settings.isFresh, [this, isFresh] {
                TrainSettings next = m_settings;
                next.isFresh = isFresh;
                setSettings(next);
            });
}

void TrainControls::fillPresets()
{
    QMenu& menu = *m_presets->menu();
    menu.clear();
    for (const Race& race : races()) {
        const QString id = QString::fromLatin1(race.id);
        addChoice(menu, menuTextOf(race), id == m_settings.preset, [this, id] { emit raceWanted(id); });
        menu.actions().constLast()->setToolTip(inLines(watchOf(race)));
    }
    menu.addSeparator();
    addChoice(menu, tr("None: as chosen here"), m_settings.preset.isEmpty(), [this] {
        TrainSettings next = m_settings;
        next.preset.clear();
        next.recipe = usualRecipe();
        setSettings(next);
    });
    menu.setToolTipsVisible(true);
}

} // namespace widgets
