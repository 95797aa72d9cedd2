#pragma once

// How often the window follows a training: ten pictures a second or more, which leave the rest of the time to the training and to
// the person.

#include <algorithm>

namespace app {

/// Whether the weights of this step are handed out: where those of the next one would come more than a tenth of a second after
/// the last ones. Steps of any length up to that are told at least ten times a second. Both in seconds.
inline bool isTold(double sinceLast, double step)
{
    constexpr double longest = 0.098;
    return sinceLast + step > longest;
}

/// The least time from asking for one picture to asking for the next, after one that took so long: at most half of the time is
/// spent on pictures. In milliseconds.
inline int betweenPictures(int took)
{
    constexpr int least = 70;
    return std::max(least, 2 * took);
}

} // namespace app
