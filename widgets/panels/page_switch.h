#pragma once

// PageSwitch: one choice on the page: its name in muted type and its kinds as segments, or as a menu with the kind that runs;
// where not even brief words in small type have room for all, the first kinds as segments, the others in the menu at the end of
// the line.

#include "widgets/panels/choice_editor.h"

#include <QWidget>

namespace widgets {

class SegmentedSwitch;
class TextLabel;

class PageSwitch : public QWidget
{
    Q_OBJECT
public:
    enum class Form
    {
        Open,  // its name and every kind visible
        Bare,  // every kind visible, without the name
        Brief, // the same, in brief words
        Small, // the same, in type as small as can be read
        Some,  // as many kinds as have room
        Menu,  // its name and the kind that runs
        Kind,  // a menu with the kind that runs, without the name
        Folded // not in the line
    };

    /// `first`: kinds that are in sight before the others.
    PageSwitch(ChoiceEditor* editor, const core::ChoiceKey& key, const QStringList& first, QWidget* parent);

    const core::ChoiceKey& key() const { return m_key; }
    const QStringList& first() const { return m_first; }
    QString name() const; // in the current language

    /// Whether its kinds can be in the line side by side; a number has one form only.
    bool canOpen() const { return m_segments != nullptr; }

    /// Kinds that are in sight wherever some are, beside the one that runs: the first ones, and that of the model itself.
    bool isKept(const QString& id) const;

    /// Px that the form needs, so that no word is cut.
    int widthAs(Form form) const;
    /// The same of Some for the kept kinds alone, and the one that runs now where it is none of them.
    int widthOfFirst() const;

    Form form() const { return m_form; }
    void setForm(Form form, int width); // px that it is given

    /// Its name in that width, and every kind beside it, in as many lines as all need in `width`. REQUIRES: canOpen().
    void unfold(int width, int nameWidth);
    int nameWidth() const;

    /// Kinds that are not to be seen in this form, as they are called; a number has none.
    QStringList outOfSight() const;

    void refresh(); // from the editor; emits nothing
    void retranslate();

private:
    bool needsName() const;
    bool hasName(Form form) const;
    int minOfSome() const;

    ChoiceEditor* m_editor;
    core::ChoiceKey m_key;
    QStringList m_first;
    QString m_own; // the kind of the model itself
    TextLabel* m_name;
    SegmentedSwitch* m_segments = nullptr; // null where the key has no words
    QWidget* m_control = nullptr;          // null where segments are its only form
    Form m_form = Form::Folded;
};

} // namespace widgets
