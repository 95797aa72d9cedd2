#pragma once

// AnimationDialog: what changes from frame to frame of an animation of the picture on screen, over which values, and how long each is
// seen. It knows what may change only by what it is told.

#include <QDialog>
#include <QStringList>

#include <vector>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace widgets {
class IndexBox;
class TextLabel;
}

namespace app {

/// Something that may change.
struct AnimatedThing
{
    enum Values
    {
        None,    // all there are
        Count,   // 1 – `most`
        Indices, // from one to another, 0 – `most`
        Words,   // some of `words`, each called by one of `labels`
        Numbers  // as they are typed; at first `numbers`
    };

    QString key;   // of FrameRange
    QString label; // in the language in force
    Values values = None;
    int most = 0;
    QStringList words = {}, labels = {};
    QString numbers = {};
};

class AnimationDialog : public QDialog
{
    Q_OBJECT
public:
    explicit AnimationDialog(QWidget* parent);

    /// One is chosen that was chosen before, else the first. REQUIRES: there is one.
    void setThings(std::vector<AnimatedThing> things);

    /// What is chosen, in the words of readFrameRange(); empty: no value is.
    QString range() const;
    int milliseconds() const; // a frame

signals:
    void exportWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showValues();
    void refresh();
    void retranslate();
    const AnimatedThing& thing() const;

    std::vector<AnimatedThing> m_things;
    QFormLayout* m_form;
    QComboBox* m_what;
    QSpinBox* m_count;
    QWidget* m_indices;
    widgets::IndexBox *m_from, *m_to;
    QListWidget* m_words;
    QLineEdit* m_numbers;
    QDoubleSpinBox* m_seconds;
    widgets::TextLabel* m_frames; // how many, or what is wrong
    QPushButton* m_export;
    std::vector<std::pair<QWidget*, const char*>> m_rows; // fields with their labels
};

} // namespace app
