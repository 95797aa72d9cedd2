// Runs a target over files and folders: the corpus as an ordinary test, without libFuzzer. With --mutations N it then runs N
// random changes of those inputs, always the same ones: for targets that libFuzzer is not built for.
//
//     fuzz_NAME [--mutations N] FILE_OR_FOLDER…

#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <random>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> filesOf(const std::vector<std::string>& arguments)
{
    std::vector<fs::path> files;
    for (const std::string& argument : arguments) {
        if (fs::is_directory(argument))
            std::copy_if(fs::directory_iterator(argument), {}, std::back_inserter(files),
                [](const fs::path& path) { return fs::is_regular_file(path); });
        else
            files.emplace_back(argument);
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// A few changes: another byte, a bit, bytes gone, bytes twice, a piece of another input.
std::string changed(std::string bytes, const std::string& other, std::mt19937_64& random)
{
    const auto below = [&](std::size_t end) { return end == 0 ? 0 : std::size_t(random() % end); };
    for (std::size_t changes = 1 + below(6); changes > 0; --changes) {
        const std::size_t at = below(bytes.size());
        const std::size_t length = below(std::min<std::size_t>(32, bytes.size() - at)) + 1;
        switch (below(5)) {
        case 0:
            if (!bytes.empty())
                bytes[at] = char(random());
            break;
        case 1:
            if (!bytes.empty())
                bytes[at] = char(bytes[at] ^ 1 << below(8));
            break;
        case 2:
            bytes.erase(at, length);
            break;
        case 3:
            bytes.insert(at, bytes.substr(at, length));
            break;
        default:
            bytes.insert(at, other.substr(below(other.size()), length));
        }
    }
    return bytes;
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    unsigned long long mutations = 0;
    if (arguments.size() >= 2 && arguments[0] == "--mutations") {
        mutations = std::strtoull(arguments[1].c_str(), nullptr, 10);
        arguments.erase(arguments.begin(), arguments.begin() + 2);
    }
    std::vector<std::string> inputs;
    for (const fs::path& file : filesOf(arguments)) {
        std::ifstream in(file, std::ios::binary);
        inputs.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
        std::printf("%s\n", file.filename().string().c_str());
        std::fflush(stdout); // the last line names the input that ended the program
        fuzzTarget(inputs.back());
    }
    std::mt19937_64 random(1);
    for (unsigned long long i = 0; i < mutations && !inputs.empty(); ++i) {
        const std::string input = changed(inputs[random() % inputs.size()], inputs[random() % inputs.size()], random);
        std::ofstream(fuzzFolder() + ".last", std::ios::binary) << input; // stays when the program ends here
        fuzzTarget(input);
    }
    if (mutations > 0)
        fs::remove(fuzzFolder() + ".last");
    std::printf("%zu inputs, %llu changes of them\n", inputs.size(), mutations);
    return inputs.empty() ? 1 : 0;
}
