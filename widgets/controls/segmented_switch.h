#pragma once

// SegmentedSwitch: one of a few words, all visible; in a narrow place brief, then in smaller type, and in the end as many as have
// room and always the chosen one.

#include <QVector>
#include <QWidget>

#include <optional>

class QAbstractButton;
class QButtonGroup;
class QHBoxLayout;
class QVBoxLayout;

namespace widgets {

class SegmentedSwitch : public QWidget
{
    Q_OBJECT
public:
    explicit SegmentedSwitch(const QStringList& ids, QWidget* parent = nullptr);

    const QStringList& ids() const { return m_ids; }
    QString current() const { return m_current; }
    void setCurrent(const QString& id); // emits nothing; empty: none of them
    void setLabel(const QString& id, const QString& label, const QString& tip = {});

    /// What the word with this label is called in a narrow place; its tip has both then. To be called after each setLabel().
    void setBrief(const QString& id, const QString& brief);

    void setAvailable(const QString& id, bool available, const QString& reason = {});

    /// Px of width that the words have; below what all need as they are they become brief, then smaller, and below that the last
    /// ones are left out, in the order of setFirst(). nullopt, as at first: as many as they need.
    void setRoom(std::optional<int> width);

    /// Those that are left out after all others, the first one last; the chosen one and those kept in sight (kept_in_sight.h) stay
    /// before them.
    void setFirst(const QStringList& ids) { m_first = ids; }

    /// In as many lines as the words need in that width, all of them whole; for a place that has room below.
    void wrapAt(int width);

    QAbstractButton* button(const QString& id) const; // null for an unknown one

    enum class Words
    {
        Whole,
        Brief,
        Small // brief ones in the smallest type that is read
    };
    /// The least width of these words, px.
    int widthOf(const QStringList& ids, Words words) const;

    /// Of all words as they are whole, shown or not; in lines, of the lines.
    QSize sizeHint() const override;

signals:
    void chosen(const QString& id); // by the person, on a real change

private:
    void fitRoom();
    void leaveOut(int width);
    QHBoxLayout* addLine();

    QStringList m_ids, m_first;
    QString m_current;
    std::optional<int> m_room;
    bool m_isWrapped = false;
    QVBoxLayout* m_lines;
    QButtonGroup* m_buttons;
};

} // namespace widgets
