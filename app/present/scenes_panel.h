#pragma once

// ScenesPanel: the scenes of the window as a list that is reordered by dragging or by its buttons, with the title and the notes
// of the one that is chosen. It changes nothing by itself: it tells what the person wants.

#include "app/session/planned_steps.h"

#include <QList>
#include <QToolButton>
#include <QWidget>

#include <array>

class QLineEdit;
class QListWidget;
class QPlainTextEdit;

namespace widgets {
class TextLabel;
}

namespace app {

class ScenesPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ScenesPanel(QWidget* parent = nullptr);

    void setScenes(const QList<PlannedStep>& scenes);

    /// The scene that is chosen; −1: none.
    int current() const;
    void setCurrent(int scene);

    void setExportable(bool isExportable) { m_buttons[Export]->setVisible(isExportable); }

signals:
    void keepWanted(); // what is on screen, behind the chosen scene
    void replaceWanted(int scene); // by what is on screen; its words stay
    void sceneWanted(int scene); // on screen
    void scenesChanged(const QList<app::PlannedStep>& scenes); // order, words, or one less
    void exportWanted();

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // notes that were typed

private:
    enum Button
    {
        Keep,
        Replace,
        Remove,
        Up,
        Down,
        Export,
        ButtonCount
    };

    void retranslate();
    void fill();
    void showCurrent();
    void takeOrder();
    void takeWords();
    void move(int by);
    void change(const QList<PlannedStep>& scenes, int current);

    QList<PlannedStep> m_scenes;
    QListWidget* m_list;
    QLineEdit* m_title;
    QPlainTextEdit* m_notes;
    widgets::TextLabel* m_empty;
    std::array<QToolButton*, ButtonCount> m_buttons = {};
    bool m_isFilling = false;
};

} // namespace app
