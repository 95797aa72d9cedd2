// Random choices one after another on a small model: no crash, no leak, no drift, and the same choices give the same numbers
// at the end as at the beginning.
//
// CUTAWAY_CHANGES=N makes N changes; docs/security.md says what 100 000 gave.

#include "app/runs/run_request.h"

#include "core/base/error.h"

#include <QTest>

#include <malloc.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>

using core::ChoiceKey;
using core::ChoiceType;
using core::Json;

class TestRandomChoices : public QObject
{
    Q_OBJECT

private slots:
    void memoryDoesNotDrift();
};

namespace {

int changes()
{
    const char* said = std::getenv("CUTAWAY_CHANGES");
    return said ? std::max(100, std::atoi(said)) : 1500;
}

std::size_t usedBytes()
{
    const struct mallinfo2 info = ::mallinfo2();
    return info.uordblks + info.hblkhd;
}

std::size_t residentBytes()
{
    std::size_t pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * std::size_t(::sysconf(_SC_PAGESIZE));
}

/// A legal value of a key, small where it says a size; nothing for keys that need a file or make the model large.
Json randomValue(const ChoiceKey& key, std::mt19937& random)
{
    const auto upTo = [&](int most) { return int(random() % unsigned(most + 1)); };
    switch (key.type) {
    case ChoiceType::Word:
        return key.words.empty() ? Json() : Json(key.words[random() % key.words.size()]);
    case ChoiceType::Bool:
        return bool(upTo(1));
    case ChoiceType::Integer:
        return std::int64_t(std::max(key.min, std::min(key.max, double(upTo(8)))));
    case ChoiceType::Number:
        return std::max(key.min, std::min(key.max, upTo(40) / 10.0));
    default:
        return {};
    }
}

app::RunRequest asking(const core::Choices& said)
{
    app::RunRequest request;
    request.said = said;
    request.ids = {1, 2, 3, 4};
    return request;
}

core::Choices smallModel()
{
    core::Choices said;
    for (const char* word :
        {"sizes.layers=2", "sizes.d_model=16", "sizes.heads=4", "sizes.d_ff=24", "sizes.vocab=300", "sizes.context=16"})
        said.setText(word, 1);
    return said;
}

/// All numbers of a record in one.
double sumOf(const core::Trace& trace)
{
    double sum = 0;
    const core::Tensor& logits = trace.at("logits");
    for (core::Index i = 0; i < core::elements(logits.shape()); ++i)
        sum = sum * 0.75 + double(logits.data()[i]);
    return sum;
}

} // namespace

void TestRandomChoices::memoryDoesNotDrift()
{
    const std::vector<ChoiceKey>& keys = core::choiceKeys();
    app::RunDesk desk;
    widgets::RunPtr shown = desk.carryOut(asking(smallModel()));
    const double first = sumOf(*shown->trace);
    std::size_t ran = 0, refused = 0;
    const auto makeChanges = [&] {
        std::mt19937 random(3); // the same ones each time
        core::Choices said;
        for (int i = 0; i < changes() / 2; ++i) {
            if (i % 12 == 0)
                said = smallModel(); // else nearly everything would contradict something before long
            const ChoiceKey& key = keys[random() % keys.size()];
            const Json value = key.id.starts_with("sizes.") || key.id == "seed" ? Json() : randomValue(key, random);
            if (value.is_null())
                continue;
            core::Choices next = said;
            try {
                next.set(key.id, value);
                shown = desk.carryOut(asking(next));
                said = next;
                ++ran;
            } catch (const core::Error&) {
                ++refused;
            }
        }
        ::malloc_trim(0);
        return std::pair(usedBytes(), residentBytes());
    };
    const auto [used, resident] = makeChanges(); // weights made from seeds are kept, as far as there is room for them
    const auto [usedAfter, residentAfter] = makeChanges();
    qInfo("%zu runs and %zu refusals; in use %.2f MB, then %.2f MB; resident %.1f MB, then %.1f MB", ran, refused,
        double(used) / 1e6, double(usedAfter) / 1e6, double(resident) / 1e6, double(residentAfter) / 1e6);
    QVERIFY(ran > std::size_t(changes()) / 4);
    QVERIFY2(usedAfter < used + (std::size_t(1) << 20), qPrintable(QString("%1 bytes, then %2").arg(used).arg(usedAfter)));
    shown = desk.carryOut(asking(smallModel()));
    QCOMPARE(sumOf(*shown->trace), first);
}

QTEST_GUILESS_MAIN(TestRandomChoices)
#include "tst_random_choices.moc"
