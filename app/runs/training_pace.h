#pragma once

// How often the window follows a training: ten pictures a second or more, which leave the rest of the time to the training and to
// the person.

#include <algorithm>

namespace app {

/// Whether the weights of this step are handed out: those that come nearest to 70 ms after the last ones. Steps of any length up
/// to 100 ms are then told at least ten times a second, and hardly more often than 20 times. Both in seconds.
inline bool isTold(double sinceLast, double step)
{
    constexpr double usual = 0.07;
    return sinceLast >= usual - step / 2;
}

/// The least time from asking for one picture to asking for the next, after one that took so long: at most half of the time is
/// spent on pictures. In milliseconds.
inline int betweenPictures(int took)
{
    constexpr int least = 70;
    return std::max(least, 2 * took);
}

} // namespace app
