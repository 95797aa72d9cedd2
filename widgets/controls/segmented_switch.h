#pragma once

// SegmentedSwitch: one of a few words, all visible.

#include <QVector>
#include <QWidget>

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

signals:
    void chosen(const QString& id); // by the person, on a real change

private:
    QStringList m_ids;
    QString m_current;
    QButtonGroup* m_buttons;
};

} // namespace widgets
