#pragma once

// StatusLine: the bottom line of the window: what is at the cursor, progress with a stop, where the numbers come from,
// how many messages wait, and the language.

#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"

#include <QStringList>
#include <QWidget>

class QProgressBar;
class QTimer;
class QToolButton;

namespace widgets {
class TextLabel;
}

namespace app {

class StatusLine : public QWidget
{
    Q_OBJECT
public:
    explicit StatusLine(widgets::SelectionModel* selection, QWidget* parent = nullptr);

    void setRun(const widgets::RunPtr& run);
    /// There is no text: it asks for one instead of what is at the cursor.
    void setTextGone(bool isGone);
    void setMessages(int count);

    /// A pass began: the bar appears when it takes longer than 200 ms.
    void begin();
    void setProgress(double fraction);
    void end();

    /// The tensor of which the page on screen marks a place, and whether it marks one (widgets::View).
    void setMarkedTensor(const QString& tensor, bool marksPlace);

    /// The numbers of the cells under the mouse, with all digits; empty: none is there.
    void setNumbers(const QStringList& numbers);
    const QStringList& numbers() const { return m_numbers; }

    /// What went well: it stands here for some seconds.
    void setNote(const QString& note);
    const QString& note() const { return m_note; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {QWidget::minimumSizeHint().width(), sizeHint().height()}; }

    QString readOutText() const;
    QString provenanceText() const;

signals:
    void stopRequested();
    void messagesRequested();
    void languageRequested(const QString& language);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    widgets::SelectionModel* m_selection;
    widgets::RunPtr m_run;
    bool m_isTextGone = false;
    int m_messages = 0;
    QString m_markedTensor;
    bool m_marksPlace = true;
    QStringList m_numbers;
    QString m_note;
    widgets::TextLabel* m_readOut;
    QProgressBar* m_progress;
    QToolButton* m_stop;
    QTimer* m_patience;
    QTimer* m_noteLeaves;
    widgets::TextLabel* m_provenance;
    QToolButton* m_messagesButton;
    QToolButton* m_language;
};

} // namespace app
