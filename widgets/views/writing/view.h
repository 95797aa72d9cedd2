#pragma once

// WritingView: the model writes texts after the prompt, token by token; the person sets how the tokens are drawn, and goes
// another way at any of them.

#include "widgets/views/shared/figure_view.h"
#include "widgets/views/writing/numbers.h"

class QMouseEvent;
class QPushButton;
class QSpinBox;

namespace widgets {

class Dial;

class WritingView : public FigureView
{
    Q_OBJECT
public:
    explicit WritingView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }
    bool restore(const QString& figureId, const QVariantMap& options) override;
    QVariantMap whatIf() const override;
    void setWhatIf(const QVariantMap& numbers) override;

    /// Tokens of each text that are shown, from 1 to the length.
    int shownTokens() const { return m_tokens; }
    bool isPlaying() const;

protected:
    QVariantMap options() const override;
    QString handling() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addControls();
    void connectDial(Dial* dial, double* number);
    void showOneMore();
    void drawAgain();
    void setPlaying(bool on);
    void setTokens(int tokens);
    void selectNode(const std::vector<core::TokenId>& path);
    void takeBranch(const Writing& writing, core::TokenId id);
    void nameDials();
    void takeNumbers(const QVariantMap& numbers);
    void tell();
    bool dragCut(const QMouseEvent& event);

    QPushButton *m_one, *m_again, *m_all;
    Dial *m_temperatureDial, *m_topPDial, *m_minPDial, *m_penaltyDial;
    QSpinBox *m_topK, *m_seed, *m_texts, *m_length;
    QTimer* m_clock;
    double m_temperature = writing::usualTemperature, m_topP = writing::usualTopP, m_minP = 0, m_penalty = writing::usualPenalty;
    int m_tokens = writing::usualTokens;
    QVariantMap m_told; // of whatIf(), to the window and by it
    bool m_isDraggingCut = false;
    QString m_node;
    QStringList m_branches;
};

extern const ViewInfo writingView;

} // namespace widgets
