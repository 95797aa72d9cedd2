#pragma once

// SearchMenu: a menu that is too long to be read: its entries in groups, and a field that finds them by their words.

#include <QObject>
#include <QPoint>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

class QAction;
class QLineEdit;
class QMenu;

namespace app {

struct MenuEntry
{
    QString id;
    QString text;
    QString group = {}; // in the program's language; empty: is before all groups
    QString part = {}; // of its group, which opens as a menu of its own; empty: stands in the group itself
    QString words = {}; // it is found by these too
    QStringList names = {}; // what it is called, in each language; empty: the text
    bool isFirst = false; // before others that are found as well
    bool operator==(const MenuEntry&) const = default;
};

class SearchMenu : public QObject
{
    Q_OBJECT
public:
    /// Fills `menu` each time it opens.
    explicit SearchMenu(QMenu* menu);

signals:
    void chosen(const QString& id);

protected:
    /// Entries of one group follow each other, and of one part of it.
    virtual std::vector<MenuEntry> entries() const = 0;

    /// What the empty field says.
    virtual QString hint() const = 0;

    /// The entry to mark; empty: none is marked at any time.
    virtual QString current() const { return {}; }

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Found
    {
        QAction* action;
        MenuEntry entry;
        int score = 0; // 0: out of sight
    };
    void fill();
    void addGroups(const std::vector<MenuEntry>& all);
    QAction* addTo(QMenu* menu, const MenuEntry& entry);
    void find(const QString& words);
    void keepOnScreen();
    QAction* marked() const;
    void walk(int step);

    QMenu* m_menu;
    QLineEdit* m_search = nullptr;
    std::optional<QPoint> m_home; // where it opened, until it is filled again
    std::vector<QAction*> m_groups; // visible while nothing is searched
    std::vector<Found> m_found;     // every entry, in the order of the list; visible when its words are searched
};

} // namespace app
