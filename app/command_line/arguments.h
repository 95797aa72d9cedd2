#pragma once

// Arguments of one subcommand: the options it has (a table), and the ones given. Parsing has no side effects.

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace app {

/// An option. `value` names what it takes (nullptr: it is a switch). Both texts are translated (context "commandLine").
struct Option
{
    const char* name;  // "--model" or "-o"
    const char* value; // "MODEL", nullptr for a switch
    const char* help;
};

/// Throws core::Error{Usage}: what is wrong with an option or word, what was expected, what was found.
[[noreturn]] void refuse(
    const std::string& where, const char* problem, const std::string& expected = {}, const std::string& found = {});

class Arguments
{
public:
    /// `words` are those after the subcommand; `positionals` is how many words may stand without an option.
    /// Throws core::Error{Usage}: an unknown option, an option without its value, a word too many. REQUIRES: `options` outlives
    /// this.
    Arguments(std::span<const Option> options, std::size_t positionals, std::span<const std::string> words);

    bool has(const std::string& option) const;
    std::optional<std::string> text(const std::string& option) const; // the last one said
    std::vector<std::string> all(const std::string& option) const; // every one, in order
    const std::vector<std::string>& positionals() const { return m_positionals; }

    /// Throws core::Error{Usage} when it was not said.
    std::string required(const std::string& option) const;

    /// Throw core::Error{Usage} for anything but a number in [min, max].
    long integer(const std::string& option, long otherwise, long min, long max) const;
    double number(const std::string& option, double otherwise, double min, double max) const;

private:
    std::span<const Option> m_options; // the command's table, which lives as long as the program
    std::vector<std::pair<std::string, std::string>> m_said;
    std::vector<std::string> m_positionals;
};

/// "1,2,3" as integers within [min, max]. Throws core::Error{Usage} naming the option.
std::vector<long> integerList(const std::string& option, const std::string& text, long min, long max);

/// "a,b" as words without empty ones.
std::vector<std::string> splitWords(const std::string& text);

} // namespace app
