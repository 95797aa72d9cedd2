#pragma once

// PageLinks: the pages before and after the one on screen in the order of the pass, as two links at the end of the line of its
// title: "‹ Norm  Heads & cache ›", or the arrows alone where the names have no room.

#include <QWidget>

namespace app {

class PageLink;

class PageLinks : public QWidget
{
    Q_OBJECT
public:
    explicit PageLinks(QWidget* parent = nullptr);

    /// Where a link leads.
    struct End
    {
        QString id = {};   // of a page; empty: there is none, and no link
        QString name = {}; // on the link
        QString tip = {};  // what is there
        bool operator==(const End&) const = default;
    };
    void setEnds(const End& before, const End& after);

    /// "embeddings"; empty where there is no link.
    const QString& before() const { return m_ends[0].id; }
    const QString& after() const { return m_ends[1].id; }

    QSize sizeHint() const override;        // with the names
    QSize minimumSizeHint() const override; // of the arrows

signals:
    void chosen(const QString& id); // by the person

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showEnds();
    void arrange();

    PageLink* m_links[2];
    End m_ends[2];
};

} // namespace app
