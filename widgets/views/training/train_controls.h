#pragma once

// TrainControls: what a training in the window is made of, on the line of the page: data, where it begins, steps, batch, rate,
// warm-up and dropout as menus; start and pause, one step, stop, keep; and the presets. It computes nothing: the window does, and tells how far
// it is.

#include "widgets/views/training/train_settings.h"

#include <QList>
#include <QString>
#include <QWidget>

#include <array>

class QMenu;
class QToolButton;

namespace widgets {

enum class TrainAct
{
    Start, // or go on after a pause
    Pause,
    Step,
    Stop,
    Keep
};

/// How far a training in the window is.
struct TrainingNews
{
    enum class Phase
    {
        None, // there is no training
        Running,
        Paused,
        Over // all steps made, or failed
    };
    Phase phase = Phase::None;
    long step = 0, steps = 0;
    double tokensPerSecond = 0; // of each model; 0: not known yet
    double secondsLeft = 0;
    bool canKeep = true; // there are weights
};

class TrainControls : public QObject
{
    Q_OBJECT
public:
    explicit TrainControls(QWidget* page);

    /// In the order of the line. The page owns them.
    QList<QWidget*> widgets() const;

    void setVisible(bool isVisible);
    const TrainSettings& settings() const { return m_settings; }
    void setSettings(const TrainSettings& settings); // as the person chooses them: emits changed()

    /// What was kept, without changed().
    void restore(const TrainSettings& settings);
    void setNews(const TrainingNews& news);

    /// "step 120 of 400 · 8,780 tokens/s · 35 s left"; empty without a training.
    QString words() const;
    void retranslate();

signals:
    void wanted(widgets::TrainAct act);
    void raceWanted(const QString& id);
    void changed(); // settings()

private:
    QToolButton* button(const char* name, TrainAct act);
    QToolButton* menuButton(const char* name);
    void fillMenus();
    void fillTokens(QMenu& menu);
    void fillData(), fillBegin(), fillPresets(), fillNumbers();
    void refresh();
    /// What the buttons of the settings say, in their order on the line.
    using Labels = std::array<QString, 7>;
    static Labels labelsOf(const TrainSettings& settings);

    void setGoText();
    void chooseFile();

    QWidget* m_page;
    TrainSettings m_settings;
    TrainingNews m_news;
    QToolButton *m_go, *m_step, *m_stop, *m_keep, *m_text, *m_begin, *m_steps, *m_batch, *m_rate, *m_warmup,
        *m_dropout, *m_presets;
};

} // namespace widgets
