// The folder of the program comes from the operating system: its first argument may be anything. Run on Linux, and under Wine.

#include "core/base/program_folder.h"

#include <cstdlib>
#include <filesystem>

#if defined(_WIN32)
#include <windows.h>
#elif defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

namespace core {

namespace fs = std::filesystem;

namespace {

/// Of the file system.
std::string foundProgramFolder()
{
    std::error_code failure;
#if defined(_WIN32)
    wchar_t name[32768];
    const DWORD length = GetModuleFileNameW(nullptr, name, 32768);
    const fs::path program = length > 0 && length < 32768 ? fs::path(name, name + length) : fs::path();
#elif defined(__APPLE__)
    char name[4096];
    uint32_t size = sizeof name;
    const fs::path program = _NSGetExecutablePath(name, &size) == 0 ? fs::canonical(name, failure) : fs::path();
#else
    const fs::path program = fs::read_symlink("/proc/self/exe", failure);
#endif
    return failure ? std::string() : program.parent_path().generic_string();
}

} // namespace

std::string programFolder()
{
    static const std::string folder = foundProgramFolder(); // asked for whenever a model is looked up by its name
    return folder;
}

std::string sharedFolder(std::string_view name)
{
    const std::string folder = programFolder();
    return folder.empty() ? std::string() : (fs::path(folder).parent_path() / "share/cutaway" / name).generic_string();
}

std::string environment(const char* name)
{
#if defined(_WIN32)
    wchar_t value[32768]; // std::getenv() has no letters beyond the system's code page
    const DWORD length = GetEnvironmentVariableW(fs::path(name).c_str(), value, 32768);
    return length > 0 && length < 32768 ? fs::path(value, value + length).string() : std::string();
#else
    const char* const value = std::getenv(name);
    return value ? value : "";
#endif
}

std::string homeFolder()
{
    const std::string home = environment("HOME");
    return home.empty() ? environment("USERPROFILE") : home; // on Windows
}

} // namespace core
