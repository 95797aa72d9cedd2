#include "app/runs/run_checker.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QMetaObject>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <new>
#include <tuple>
#include <utility>
#include <vector>

namespace app {

/// The stored numbers and the hashes of files, each read once.
struct RunChecker::Store
{
    std::string folder;
    std::optional<std::vector<core::ReferenceNumbers>> references = {};
    using FileState = std::tuple<std::string, std::uintmax_t, std::filesystem::file_time_type>;
    std::map<FileState, std::string> hashes = {};

    /// Empty when the file cannot be read or a stop was requested.
    std::string hashOf(const std::string& path, const std::stop_token& stop);

    /// Nothing where the run is none of the triples. Throws core::Error.
    std::optional<ReferenceResult> resultOf(const widgets::RunResult& run, const std::stop_token& stop);
};

namespace {

constexpr int betweenProgressMs = 100;

std::string sha256(const std::string& path, const std::stop_token& stop)
{
    std::ifstream file(path, std::ios::binary);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    std::vector<char> bytes(std::size_t(1) << 20);
    while (file && !stop.stop_requested()) {
        file.read(bytes.data(), std::streamsize(bytes.size()));
        hash.addData(QByteArrayView(bytes.data(), qsizetype(file.gcount())));
    }
    return file.eof() ? hash.result().toHex().toStdString() : std::string();
}

/// What a check ended in: a result, an error, or neither when it was stopped.
struct CheckOutcome
{
    std::optional<core::RunCheck> result = {};
    core::Error::Parts error = {};
};

/// Nothing leaves this function: an exception would end the thread.
CheckOutcome checkedOutcome(const widgets::RunResult& run, const core::RunControl& control)
{
    CheckOutcome outcome;
    try {
        if (!run.setup)
            throw core::Error({.problem = CUTAWAY_TR("a recorded run is not computed again: its weights are not there")});
        outcome.result = core::checkRun(*run.trace, *run.setup, control);
    } catch (const core::Stopped&) {
    } catch (const core::Error& error) {
        outcome.error = error.parts();
    } catch (const std::bad_alloc&) {
        outcome.error.problem = CUTAWAY_TR("there is not enough memory");
    }
    return outcome;
}

} // namespace

std::string RunChecker::Store::hashOf(const std::string& path, const std::stop_token& stop)
{
    std::error_code failure;
    const FileState state{path, std::filesystem::file_size(path, failure), std::filesystem::last_write_time(path, failure)};
    if (const auto known = hashes.find(state); known != hashes.end())
        return known->second;
    const std::string hash = sha256(path, stop);
    if (!hash.empty())
        hashes[state] = hash;
    return hash;
}

std::optional<ReferenceResult> RunChecker::Store::resultOf(const widgets::RunResult& run, const std::stop_token& stop)
{
    if (!references) {
        references.emplace(); // a folder that cannot be read is not read again
        references = core::readReferenceFolder(folder);
    }
    const core::HashOfFile hash = [&](const std::string& path) { return hashOf(path, stop); };
    for (const core::ReferenceNumbers& reference : *references)
        if (core::isOfTriple(reference, *run.trace, *run.setup, hash))
            return ReferenceResult{reference, core::differenceFrom(reference, *run.trace)};
    return std::nullopt;
}

RunChecker::RunChecker(QObject* parent)
    : QObject(parent)
    , m_store(std::make_shared<Store>(Store{core::referencesFolder()}))
    , m_comparing(std::make_unique<LatestWorker>())
    , m_checking(std::make_unique<LatestWorker>())
{
}

RunChecker::~RunChecker()
{
    m_comparing.reset(); // before the QObject that receives their answers is destroyed
    m_checking.reset();
}

void RunChecker::setReferences(const std::string& folder) { m_store = std::make_shared<Store>(Store{folder}); }

void RunChecker::setRun(const widgets::RunPtr& run)
{
    if (run == m_run)
        return;
    m_run = run;
    drop();
    if (run && run->setup && core::mayBeOfTriple(*run->trace, *run->setup))
        compare();
    emit changed();
}

void RunChecker::drop()
{
    ++m_round;
    ++m_checkRound;
    m_reference.reset();
    m_checked.reset();
    m_isComparing = m_isChecking = false;
    m_comparing->stop();
    m_checking->stop();
}

void RunChecker::compare()
{
    m_isComparing = true;
    m_comparing->submit([this, run = m_run, store = m_store, round = m_round](const std::stop_token& stop) {
        std::optional<ReferenceResult> result;
        core::Error::Parts error;
        try {
            result = store->resultOf(*run, stop);
        } catch (const core::Error& unreadable) {
            error = unreadable.parts();
        } catch (const std::bad_alloc&) { // then there is no badge
        }
        QMetaObject::invokeMethod(
            this,
            [this, round, error, result = std::move(result)] {
                if (round != m_round)
                    return;
                m_isComparing = false;
                m_reference = result;
                emit changed();
                if (!error.problem.empty())
                    emit refused(error);
            },
            Qt::QueuedConnection);
    });
}

void RunChecker::check()
{
    const quint64 round = ++m_checkRound;
    m_isChecking = true;
    m_progress = 0;
    m_checked.reset();
    emit changed();
    m_checking->submit([this, run = m_run, round](const std::stop_token& stop) {
        core::RunControl control;
        control.stop = stop;
        control.onProgress = [this, round, since = QElapsedTimer()](double fraction, std::string_view) mutable {
            if (since.isValid() && since.elapsed() < betweenProgressMs)
                return;
            since.start();
            QMetaObject::invokeMethod(
                this,
                [this, round, fraction] {
                    if (round == m_checkRound && m_isChecking) {
                        m_progress = fraction;
                        emit changed();
                    }
                },
                Qt::QueuedConnection);
        };
        const CheckOutcome outcome = checkedOutcome(*run, control);
        QMetaObject::invokeMethod(
            this,
            [this, round, outcome] {
                if (round != m_checkRound)
                    return;
                m_isChecking = false;
                m_checked = outcome.result;
                emit changed();
                if (!outcome.error.problem.empty())
                    emit refused(outcome.error);
            },
            Qt::QueuedConnection);
    });
}

void RunChecker::stop()
{
    if (!std::exchange(m_isChecking, false))
        return;
    ++m_checkRound;
    m_checking->stop();
    emit changed();
}

} // namespace app
