#pragma once

// StatusLine: the bottom line of the window: what is at the cursor, how far the run is from others' computations of it, progress
// with a stop, where the numbers come from, how many messages wait, and the language.

#include "app/runs/run_memory.h"
#include "app/window/status_badge.h"

#include "widgets/run/run_result.h"
#include "widgets/run/selection_model.h"
#include "widgets/views/shared/read_out.h"

#include <QStringList>
#include <QWidget>

#include <optional>

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

    /// `allowed`: bytes that the run was allowed (TraceRequest).
    void setRun(const widgets::RunPtr& run, std::size_t allowed = 0);
    /// There is no text: it asks for one instead of what is at the cursor.
    void setTextGone(bool isGone);
    void setMessages(int count);

    /// A pass began: the bar appears when it takes longer than 200 ms.
    void begin();
    void setProgress(double fraction);
    void setPlanned(const RunMemory& memory); // of the pass: said while it runs
    void end();

    /// The tensor of which the page on screen marks a place, whether it marks one (widgets::View), and the tokens of the source
    /// that it marks there.
    void setMarkedTensor(const QString& tensor, bool marksPlace, const widgets::SourceTokens& source);

    /// The numbers of the cells under the mouse, with all digits; empty: none is there.
    void setNumbers(const QStringList& numbers);
    const QStringList& numbers() const { return m_numbers; }

    /// What plain loops and stored numbers say of the run, each in the longest form that leaves the words at the cursor their
    /// room.
    void setBadges(const BadgeWords& check, const BadgeWords& reference);

    /// Something that has no bar of its own can be stopped here.
    void setStoppable(bool isStoppable);

    /// What a page marks that is no place of a tensor, and whether it has cells that can be pointed at.
    void setPart(const QString& words, bool hasCells);

    /// The tokens have no place below the page: a button brings them over it, or takes them away where they are open.
    void setTokensAway(bool areAway, bool areOpen);

    /// px at the end of the line that its buttons take while a pass runs: what lies over the line leaves them free.
    int buttonsWidth() const;

    /// What went well: it stands here for some seconds.
    void setNote(const QString& note);
    const QString& note() const { return m_note; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {QWidget::minimumSizeHint().width(), sizeHint().height()}; }

    QString readOutText() const;
    QString provenanceText() const;
    const StatusBadge& checkBadge() const { return *m_check; }
    const StatusBadge& referenceBadge() const { return *m_reference; }

signals:
    void stopRequested();
    void messagesRequested();
    void tokensRequested(bool open);
    void languageRequested(const QString& language);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void fitReadOut();
    void fitBadges();
    void forgetPlanned();
    void nameTokens();
    void showProgress(bool isShown);

    widgets::SelectionModel* m_selection;
    widgets::RunPtr m_run;
    bool m_isTextGone = false;
    int m_messages = 0;
    QString m_markedTensor;
    bool m_marksPlace = true;
    widgets::SourceTokens m_source;
    QStringList m_numbers;
    QString m_part;
    bool m_hasCells = true;
    QString m_note;
    QString m_words; // of the read-out, whole
    bool m_isOfMark = false; // they are of the marked place, not of the one under the mouse
    std::optional<RunMemory> m_planned;
    bool m_readsWeights = false; // the run on screen
    bool m_isStoppable = false;
    widgets::TextLabel* m_readOut;
    StatusBadge* m_check;
    StatusBadge* m_reference;
    QProgressBar* m_progress;
    QToolButton* m_stop;
    QTimer* m_patience;
    QTimer* m_noteLeaves;
    widgets::TextLabel* m_provenance;
    QStringList m_provenances{QString(), QString()}; // whole, and where there is little room
    QToolButton* m_tokensButton;
    QToolButton* m_messagesButton;
    QToolButton* m_language;
};

} // namespace app
