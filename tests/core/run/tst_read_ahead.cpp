// The next layer is read from the disk while the one before is computed.

#include "core/io/read_ahead.h"

#include "core/files/library/model_files.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QStringList>
#include <QTest>

#include <mutex>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

using namespace core;

namespace {

/// Tells when it is announced and when it is read.
class ToldSource : public TensorSource, public ReadsAhead
{
public:
    ToldSource(WeightPtr told, QString name, QStringList* into)
        : m_told(std::move(told))
        , m_name(std::move(name))
        , m_into(into)
    {
    }
    const Shape& shape() const override { return m_told->shape(); }
    std::string dtype() const override { return m_told->source().dtype(); }
    std::string origin() const override { return m_told->source().origin(); }
    void readAhead() const override { tell(m_name + " comes"); }
    void read(Index row, Index rows, float* out) const override
    {
        tell(m_name + " is read"); // slice by slice
        m_told->read(row, rows, out);
    }

private:
    void tell(const QString& what) const
    {
        static std::mutex mutex;
        const std::scoped_lock lock(mutex);
        if (!m_into->contains(what))
            *m_into << what;
    }

    WeightPtr m_told;
    QString m_name;
    QStringList* m_into;
};

#if defined(__linux__)
/// How many pages of a file are in memory.
std::size_t pagesInMemory(int file, std::size_t bytes)
{
    const auto page = std::size_t(sysconf(_SC_PAGESIZE));
    void* const mapped = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0);
    std::vector<unsigned char> pages((bytes + page - 1) / page);
    mincore(mapped, bytes, pages.data());
    munmap(mapped, bytes);
    return std::size_t(std::count_if(pages.begin(), pages.end(), [](unsigned char one) { return one & 1; }));
}
#endif

} // namespace

class TestReadAhead : public QObject
{
    Q_OBJECT

private slots:
    void aLayerIsAnnouncedBeforeTheOneBelowIsComputed()
    {
        const SetupPtr seeded = configure(openModel("untrained"),
            support::assigned("sizes.layers=3 sizes.d_model=1024 sizes.heads=16 sizes.d_head=64 sizes.d_ff=64"));
        Setup setup = *seeded;
        QStringList told;
        for (int layer = 0; layer < 3; ++layer) {
            const std::string name = blockName(layer, "attn.q.weight");
            setup.weights.set(name,
                std::make_shared<WeightTensor>(
                    std::make_shared<ToldSource>(setup.weights.share(name), QString::number(layer), &told)));
        }
        support::run(setup, {1, 2, 3});
        QCOMPARE(told, (QStringList{"1 comes", "0 is read", "2 comes", "1 is read", "2 is read"}));
        told.clear();
        support::run(setup, {1, 2, 3}); // it is in memory now
        QCOMPARE(told, QStringList());
    }

    void theBytesOfAFileComeIntoMemory()
    {
#if !defined(__linux__)
        QSKIP("how much of a file is in memory is asked on Linux only");
#else
        const TemporaryFolder folder;
        constexpr std::size_t bytes = 8 << 20;
        const std::string path = folder.write("numbers", std::string(bytes, 'x'));
        const int file = open(path.c_str(), O_RDONLY);
        fsync(file);
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
        const std::size_t before = pagesInMemory(file, bytes);
        const std::size_t half = bytes / 2 / std::size_t(sysconf(_SC_PAGESIZE));
        if (before > half / 2) {
            close(file);
            QSKIP("this file system keeps its files in memory");
        }
        readAhead(path, 0, bytes / 2);
        QTRY_VERIFY(pagesInMemory(file, bytes) >= half);
        readAhead(path + "gone", 0, bytes); // a hint only
        close(file);
#endif
    }
};

QTEST_APPLESS_MAIN(TestReadAhead)
#include "tst_read_ahead.moc"
