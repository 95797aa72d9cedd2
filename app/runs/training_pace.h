#pragma once

// How often the window follows a training: ten pictures a second or more, which leave the rest of the time to the training and to
// the person.

#include <algorithm>

namespace app {

/// When weights are handed out: ten times a second, or at each step where steps are longer. Times in seconds.
class TellingPace
{
public:
    /// At the end of a step that took so long, whether its weights are the ones: where those of the next would come after the
    /// next tenth of a second is over. Tenths are counted on, so that steps of any shorter length are told ten times a second and
    /// no more.
    bool isTold(double now, double step)
    {
        constexpr double tenth = 0.098;
        if (now + step <= m_due)
            return false;
        m_due = std::max(m_due + tenth, now); // after a pause from here on
        return true;
    }

private:
    double m_due = 0;
};

/// The least time from asking for one picture to asking for the next, after one that took so long: at most half of the time is
/// spent on pictures. In milliseconds.
inline int betweenPictures(int took)
{
    constexpr int least = 70, most = 1000; // one that was held up says nothing of the next
    return std::clamp(2 * took, least, most);
}

} // namespace app
