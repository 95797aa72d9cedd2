#include "core/base/one_thread.h"

namespace core {

namespace {
thread_local int scopes = 0;
}

OneThread::OneThread() { ++scopes; }

OneThread::~OneThread() { --scopes; }

bool OneThread::holds() { return scopes > 0; }

} // namespace core
