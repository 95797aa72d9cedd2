#pragma once

// ModelMenu: the models that can be opened, in groups by the choices that differ from `main`, with a search field.

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QAction;
class QLineEdit;
class QMenu;

namespace app {

struct ModelEntry
{
    QString id;
    QString title; // what it is for; may be empty
    QString group; // in the program's language; empty: is before all groups
};

/// Those of core::listModels(), by group: first those without one.
std::vector<ModelEntry> modelEntries();

class ModelMenu : public QObject
{
    Q_OBJECT
public:
    /// Fills `menu` each time it opens; `current` tells the model to mark.
    ModelMenu(QMenu* menu, std::function<QString()> current);

signals:
    void modelChosen(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void addTo(QMenu* menu, const ModelEntry& entry);
    void find(const QString& words);

    QMenu* m_menu;
    QLineEdit* m_search = nullptr;
    std::vector<QAction*> m_groups; // visible while nothing is searched
    std::vector<QAction*> m_found;  // every model; visible when its words are searched
    std::function<QString()> m_current;
};

} // namespace app
