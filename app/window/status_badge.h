#pragma once

// StatusBadge: one finding in the status line, in the longest of its forms that has room there; its tool tip has all of it.

#include <QLabel>
#include <QStringList>

namespace app {

struct BadgeWords
{
    QStringList forms = {}; // the longest first; none: there is no badge
    QString tip = {};       // plain text
    bool warns = false;     // in the colour of warnings

    bool operator==(const BadgeWords&) const = default;
};

class StatusBadge : public QLabel
{
    Q_OBJECT
public:
    explicit StatusBadge(QWidget* parent = nullptr);

    void setWords(const BadgeWords& words);
    const BadgeWords& words() const { return m_words; }
    int forms() const { return int(m_words.forms.size()); }

    /// px of a form, 0 without a badge. REQUIRES: form < forms(), unless there are none.
    int widthOf(int form) const;

    /// Hidden without a badge. REQUIRES: as widthOf().
    void showForm(int form);

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    BadgeWords m_words;
    bool m_isRestyling = false;
};

/// Shows both in forms that have `room` together, as far as there are such. `spacing`: of each. That of the stored numbers becomes
/// short first, then that of the check, which was asked for; a sign alone is the last resort.
void fitBadges(StatusBadge& check, StatusBadge& reference, int room, int spacing);

} // namespace app
