#pragma once

// CommandPalette: one field that finds everything that can be done or looked at: actions, pages, concepts, lessons, heads, tokens,
// tensors, models. It finds by words in any of the program's languages and by pinyin (app/base/word_match.h). What was chosen
// lately comes first. To add a kind of thing: a source.

#include "app/base/word_match.h"

#include <QFrame>
#include <QStringList>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace app {

struct PaletteEntry
{
    QString id; // the same in every language: "act 12", "head 3 5"
    QString text; // in the program's language
    QString group; // what kind of thing it is, in the program's language: "Page"
    QString keys = {}; // that do the same
    QStringList words = {}; // it is found by these too
    QStringList names = {}; // what it is called; the text begins with the first; empty: the text
    QString whyNot = {}; // it can not be done now, and why; empty: it can
    std::function<void()> take = {};
};

class CommandPalette : public QFrame
{
    Q_OBJECT
public:
    /// Its entries now, in the language in force. The same entries in the same order whatever the language.
    using Source = std::function<std::vector<PaletteEntry>()>;

    explicit CommandPalette(QWidget* window);

    /// `isFixed`: its entries depend on nothing but the language; they are asked for once per language.
    void addSource(Source source, bool isFixed);

    /// Over the window, with an empty field. Entries whose id begins with `first` come before the others; empty: none does.
    void open(const QString& first);

    QLineEdit* field() const { return m_field; }
    QStringList found() const; // texts, best first

    /// Ids of what was chosen, the newest first.
    const QStringList& recent() const { return m_recent; }
    void setRecent(const QStringList& ids);

signals:
    void recentChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Origin
    {
        Source source;
        bool isFixed;
        QString language = {}; // of `kept`
        std::vector<PaletteEntry> kept = {};
    };
    struct Found
    {
        const PaletteEntry* entry;
        int score;
    };
    void gather();
    void find(const QString& wanted);
    int scoreOf(const PaletteEntry& entry, const QString& wanted) const;
    void show(const std::vector<Found>& found);
    void takeCurrent();
    void walk(int rows);
    void place();
    void restyle();

    std::vector<Origin> m_sources;
    std::vector<PaletteEntry> m_entries; // while it is open
    std::vector<std::size_t> m_rows; // the entry of each row
    QStringList m_recent;
    QString m_first;
    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_nothing;
    QStandardItemModel* m_model;
};

} // namespace app
