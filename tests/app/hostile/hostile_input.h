#pragma once

// A file that somebody damaged or made to do harm, and what must become of it. The ids are those of the catalogue of hostile
// inputs: C config.json, S safetensors, I index, G GGUF, T tokenizers, P traces, recipes and lists of interventions.
// To add one: a line in the file of its letter, and its id in tst_hostile_inputs.cpp if it is a new one.

#include "core/files/json.h"
#include "tests/core/files/temporary_files.h"

#include <functional>
#include <string>
#include <vector>

struct HostileInput
{
    enum class End
    {
        Refused, // exit 2 and one line
        Usage,   // exit 1 and one line
        Accepted // exit 0
    };

    std::string id;
    std::string what;
    End end = End::Refused;
    std::string said;    // must stand in the line, or among the notes of an accepted model
    std::string waiting; // why it cannot end like this yet; then it must only end

    /// Writes the files and returns the arguments of the program.
    std::function<std::vector<std::string>(const TemporaryFolder&)> make;
};

/// Gathers the inputs of a file.
class HostileInputs
{
public:
    using Make = std::function<std::vector<std::string>(const TemporaryFolder&)>;

    void refused(const std::string& id, const std::string& what, const std::string& said, Make make)
    {
        list.push_back({id, what, HostileInput::End::Refused, said, "", std::move(make)});
    }
    void accepted(const std::string& id, const std::string& what, const std::string& said, Make make)
    {
        list.push_back({id, what, HostileInput::End::Accepted, said, "", std::move(make)});
    }
    void waiting(const std::string& id, const std::string& what, const std::string& why, Make make)
    {
        list.push_back({id, what, HostileInput::End::Refused, "", why, std::move(make)});
    }
    /// Nothing of ours reads such a thing yet.
    void absent(const std::string& id, const std::string& what, const std::string& why) { waiting(id, what, why, nullptr); }

    std::vector<HostileInput> list;
};

void addConfigInputs(HostileInputs& inputs);
void addSafetensorsInputs(HostileInputs& inputs);
void addIndexInputs(HostileInputs& inputs);
void addGgufInputs(HostileInputs& inputs);
void addTokenizerInputs(HostileInputs& inputs);
void addTraceInputs(HostileInputs& inputs);
