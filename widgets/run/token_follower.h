#pragma once

// TokenFollower: the tokens of the linked cursor, found again when the text has changed.

#include "widgets/run/selection_model.h"

#include <string>
#include <vector>

namespace widgets {

/// Where token `position` of one text is in another: the last stays the last; one of the common beginning or end stays where it
/// was, counted from there; any other is the nearest token of the same text, else the one in its place where only a few words
/// are others. −1 for one that is not there any more; −1 stays.
int followedToken(const std::vector<std::string>& before, int position, const std::vector<std::string>& after);

/// Remembers what was chosen last, and among which tokens: a text or a head that comes back (by undo) has its cursor again.
class TokenFollower : public QObject
{
    Q_OBJECT
public:
    explicit TokenFollower(SelectionModel* selection);

    /// What was chosen last, in whichever run.
    const Selection& chosen() const { return m_chosen; }

    /// What was chosen last in another run: the nearest layer and head that exist, query and key as followedToken() finds them;
    /// instead of a query that is gone the last token.
    void follow(int layers, int heads, const std::vector<std::string>& tokens);

private:
    SelectionModel* m_selection;
    Selection m_chosen;
    std::vector<std::string> m_chosenAmong; // the tokens of the run in which it was
    std::vector<std::string> m_tokens; // of the run on screen
    bool m_isFollowing = false;
};

} // namespace widgets
