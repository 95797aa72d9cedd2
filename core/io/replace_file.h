#pragma once

#include <filesystem>
#include <system_error>

namespace core {

/// Gives the file `from` the name `to`, in place of the file that has it; `failure` says why it could not.
void replaceFile(const std::filesystem::path& from, const std::filesystem::path& to, std::error_code& failure);

} // namespace core
