#pragma once

// SegmentedSwitch: one of a few words, all visible, or as many as have room and always the chosen one.

#include <QVector>
#include <QWidget>

#include <optional>

class QButtonGroup;

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
    void setAvailable(const QString& id, bool available, const QString& reason = {});

    /// Px of width for which words may be left out, the last ones first; nullopt, as at first: none is.
    void setRoom(std::optional<int> width);

    /// The least width with this number of words, whichever are chosen.
    int widthOf(int words) const;

    /// Of all words, shown or not.
    QSize sizeHint() const override;

signals:
    void chosen(const QString& id); // by the person, on a real change

private:
    void fitRoom();

    QStringList m_ids;
    QString m_current;
    std::optional<int> m_room;
    QButtonGroup* m_buttons;
};

} // namespace widgets
