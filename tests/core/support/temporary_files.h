#pragma once

// What the tests of files share: bytes written to a temporary folder, and the Error that reading them ends in.

#include "core/base/error.h"

#include <QTemporaryDir>

#include <cstring>
#include <fstream>
#include <string>

/// A folder that is gone after the test.
class TemporaryFolder
{
public:
    std::string path(const std::string& name = {}) const
    {
        const std::string folder = m_folder.path().toStdString();
        return name.empty() ? folder : folder + "/" + name;
    }
    std::string write(const std::string& name, const std::string& bytes) const
    {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

private:
    QTemporaryDir m_folder;
};

/// The bytes of a number as the file formats store it.
template <class T>
std::string bytesOf(T value)
{
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

/// The parts of the Error that `action` ends in; an empty problem when it ends in none.
template <class Action>
core::Error::Parts refusalOf(Action&& action)
{
    try {
        action();
    } catch (const core::Error& error) {
        return error.parts();
    }
    return {};
}

inline std::string readBytes(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}
