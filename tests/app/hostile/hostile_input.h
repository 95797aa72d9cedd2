#pragma once

// A file that somebody damaged or made to do harm, and what must become of it. The ids are those of the catalogue of hostile
// inputs: C config.json, S safetensors, I index, G GGUF, T tokenizers, P traces, recipes and lists of interventions.
// To add one: a line in the file of its letter, and its id in tst_hostile_inputs.cpp if it is a new one.

#include "core/io/json.h"
#include "tests/core/support/temporary_files.h"

#include <functional>
#include <string>
#include <vector>

struct HostileInput
{
    enum class End // the exit code
    {
        Accepted = 0,
        Usage = 1,      // and one line
        Refused = 2,    // and one line
        Unwritable = 3, // and one line
        Different = 4
    };

    std::string id;
    std::string what;
    End end = End::Refused;
    std::string said; // must be in the line, or in what an accepted one prints
    std::string test; // where nothing is run here: the test that does it

    /// Writes the files and returns the arguments of the program.
    std::function<std::vector<std::string>(const TemporaryFolder&)> make;

    /// What is wrong with the files that the program wrote; empty when nothing is.
    std::function<std::string(const TemporaryFolder&)> wrongIn = {};
};

/// Gathers the inputs of a file.
class HostileInputs
{
public:
    using Make = std::function<std::vector<std::string>(const TemporaryFolder&)>;
    using End = HostileInput::End;

    void add(const std::string& id, const std::string& what, End end, const std::string& said, Make make)
    {
        list.push_back({id, what, end, said, "", std::move(make)});
    }
    void refused(const std::string& id, const std::string& what, const std::string& said, Make make)
    {
        add(id, what, End::Refused, said, std::move(make));
    }
    void accepted(const std::string& id, const std::string& what, const std::string& said, Make make)
    {
        add(id, what, End::Accepted, said, std::move(make));
    }
    /// Needs more than one run of the program: tests/`test`.cpp does it.
    void elsewhere(const std::string& id, const std::string& what, const std::string& test)
    {
        list.push_back({id, what, End::Refused, "", test, nullptr});
    }

    std::vector<HostileInput> list;
};

void addConfigInputs(HostileInputs& inputs);
void addSafetensorsInputs(HostileInputs& inputs);
void addIndexInputs(HostileInputs& inputs);
void addGgufInputs(HostileInputs& inputs);
void addTokenizerInputs(HostileInputs& inputs);
void addTraceInputs(HostileInputs& inputs);

inline HostileInputs everyHostileInput()
{
    HostileInputs inputs;
    for (auto* add : {addConfigInputs, addSafetensorsInputs, addIndexInputs, addGgufInputs, addTokenizerInputs, addTraceInputs})
        add(inputs);
    return inputs;
}
