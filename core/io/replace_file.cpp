#include "core/io/replace_file.h"

namespace core {

void replaceFile(const std::filesystem::path& from, const std::filesystem::path& to, std::error_code& failure)
{
    namespace fs = std::filesystem;
    fs::rename(from, to, failure);
#if defined(_WIN32)
    // A file that is open cannot be replaced there, but it can have another name until it is closed.
    std::error_code ignored;
    if (!failure || !fs::is_regular_file(to, ignored))
        return;
    fs::path aside = from;
    aside += ".before";
    fs::rename(to, aside, failure);
    if (failure)
        return;
    fs::rename(from, to, failure);
    if (failure)
        fs::rename(aside, to, ignored);
    else
        fs::remove(aside, ignored);
#endif
}

} // namespace core
