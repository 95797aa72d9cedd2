#pragma once

// TokensView: how a text becomes tokens. A click on a word selects it, here and in the token strip.

#include "widgets/views/shared/figure_view.h"

class QComboBox;
class QPushButton;

namespace widgets {

class Dial;
class SegmentedSwitch;

class TokensView : public FigureView
{
    Q_OBJECT
public:
    explicit TokensView(SelectionModel* selection, QWidget* parent);

    const FigureInfo& figure() const override;
    bool marksPlace() const override { return false; }
    QString markedPart() const override; // the word that is cut
    bool restore(const QString& figureId, const QVariantMap& options) override;

    /// A tokenizer by path: it stands in the menu and in "Side by side" from now on, and is shown.
    void open(const QString& path);

protected:
    QVariantMap options() const override;
    QString handling() const override;
    void retranslate() override;
    void refreshControls(const FigureData& now) override;
    void hoverCell(const QString& map, int row, int column, Selection& hovered) override;
    void clickCell(const QString& map, int row, int column, Qt::KeyboardModifiers modifiers, Selection& pinned) override;

private:
    void chooseFile();
    void fillMenu(const FigureData& now);

    SegmentedSwitch* m_show;
    SegmentedSwitch* m_sentences;
    QComboBox* m_tokenizer;
    Dial* m_step;
    QPushButton* m_open;
    QStringList m_also; // paths
    int m_token = -1;   // of the shown tokenizer, whose word is selected; −1: as in the token strip
    int m_at = -1;      // the step of the slider; −1: the last
    int m_query = -1;   // selected in the token strip when the word was chosen
    bool m_isChosen = false;          // by the person; else a word with steps may take its place
    std::vector<core::TokenId> m_ids; // of the text on screen
};

extern const ViewInfo tokensView;

} // namespace widgets
