#pragma once

// Texts and lists of the tests of core where there is no Qt: as much of QString, QByteArray and the containers as those tests
// use. A text is UTF-8 and its places are bytes. To let another test compile, add what it calls.

#include <algorithm>
#include <charconv>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

using qsizetype = std::ptrdiff_t;
using quint32 = std::uint32_t;
using quint64 = unsigned long long;

namespace Qt {
enum SplitBehavior
{
    KeepEmptyParts,
    SkipEmptyParts
};
}

class QChar
{
public:
    static constexpr char32_t ReplacementCharacter = 0xFFFD;
    constexpr QChar(char letter)
        : code(static_cast<unsigned char>(letter))
    {
    }
    constexpr QChar(char32_t letter)
        : code(letter)
    {
    }
    bool operator==(const QChar&) const = default;
    char32_t code;
};
using QLatin1Char = QChar;

template <class T>
class QList;

class QString : public std::string
{
public:
    QString() = default;
    QString(const char* text)
        : std::string(text ? text : "")
    {
    }
    QString(const char* bytes, qsizetype count)
        : std::string(bytes, std::size_t(count))
    {
    }
    QString(std::string text)
        : std::string(std::move(text))
    {
    }
    QString(std::string_view text)
        : std::string(text)
    {
    }
    QString(qsizetype count, char letter)
        : std::string(std::size_t(count), letter)
    {
    }
    QString(char letter)
        : QString(1, letter)
    {
    }
    QString(QChar letter) { append(letter.code); }
    operator const char*() const { return c_str(); }

    static QString fromStdString(const std::string& text) { return text; }
    static QString fromUtf8(const QString& text) { return text; }
    static QString fromUtf8(const char* bytes, qsizetype count) { return {bytes, count}; }
    static QString fromLatin1(const QString& text) { return text; }
    static QString fromUcs4(const char32_t* codes, qsizetype count)
    {
        QString text;
        for (qsizetype i = 0; i < count; ++i)
            text.append(codes[i]);
        return text;
    }
    static QString number(double value, char format = 'g', int precision = 6)
    {
        const char pattern[] = {'%', '.', '*', format, '\0'};
        char text[400];
        std::snprintf(text, sizeof text, pattern, precision, value);
        return text;
    }
    template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    static QString number(T value, int base = 10)
    {
        char text[72];
        return {text, std::to_chars(text, text + sizeof text, value, base).ptr - text};
    }
    static QString asprintf(const char* pattern, ...)
    {
        char text[1000];
        va_list arguments;
        va_start(arguments, pattern);
        std::vsnprintf(text, sizeof text, pattern, arguments);
        va_end(arguments);
        return text;
    }

    const std::string& toStdString() const { return *this; }
    const QString& toUtf8() const { return *this; }
    const QString& toLatin1() const { return *this; }
    QString toLower() const
    {
        return mapped([](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    }
    QString toUpper() const
    {
        return mapped([](char c) { return c >= 'a' && c <= 'z' ? char(c - 32) : c; });
    }
    QString toHex() const
    {
        QString text;
        for (const char byte : *this)
            text += asprintf("%02x", static_cast<unsigned char>(byte));
        return text;
    }
    double toDouble() const { return std::strtod(c_str(), nullptr); }
    long long toLongLong() const { return std::strtoll(c_str(), nullptr, 10); }
    int toInt() const { return int(toLongLong()); }
    const char* constData() const { return c_str(); }

    char& operator[](qsizetype at) { return std::string::operator[](std::size_t(at)); }
    char operator[](qsizetype at) const { return std::string::operator[](std::size_t(at)); }
    qsizetype size() const { return qsizetype(length()); }
    bool isEmpty() const { return empty(); }
    bool contains(const QString& part) const { return find(part) != npos; }
    bool startsWith(const QString& part) const { return starts_with(part.toStdString()); }
    bool endsWith(const QString& part) const { return ends_with(part.toStdString()); }
    qsizetype indexOf(const QString& part) const { return qsizetype(find(part)); }
    qsizetype count(const QString& part) const
    {
        qsizetype found = 0;
        for (std::size_t at = find(part); at != npos; at = find(part, at + part.length()))
            ++found;
        return found;
    }

    QString mid(qsizetype from, qsizetype length = -1) const { return substr(std::size_t(from), std::size_t(length)); }
    QString left(qsizetype length) const { return substr(0, std::size_t(length)); }
    QString right(qsizetype length) const { return substr(std::size_t(std::max<qsizetype>(0, size() - length))); }
    QString chopped(qsizetype length) const { return left(size() - length); }
    void chop(qsizetype length) { resize(std::size_t(size() - length)); }
    QString trimmed() const
    {
        const char* const spaces = " \t\r\n";
        const std::size_t first = find_first_not_of(spaces);
        return first == npos ? std::string() : substr(first, find_last_not_of(spaces) + 1 - first);
    }
    QString repeated(int times) const
    {
        QString text;
        for (int i = 0; i < times; ++i)
            text += *this;
        return text;
    }
    QString& replace(const QString& before, const QString& after)
    {
        for (std::size_t at = find(before); at != npos; at = find(before, at + after.length()))
            std::string::replace(at, before.length(), after);
        return *this;
    }
    QString& remove(const QString& part) { return replace(part, {}); }
    QList<QString> split(const QString& separator, Qt::SplitBehavior behavior = Qt::KeepEmptyParts) const;

    QString arg(const QString& text, int width = 0, QChar fill = ' ') const
    {
        int lowest = 100;
        for (std::size_t at = find('%'); at != npos; at = find('%', at + 1))
            if (at + 1 < length() && (*this)[at + 1] >= '1' && (*this)[at + 1] <= '9')
                lowest = std::min(lowest, (*this)[at + 1] - '0');
        QString result = *this, padded(std::max<qsizetype>(0, width - text.size()), char(fill.code));
        return result.replace("%" + number(lowest), padded += text);
    }
    QString arg(const char* text) const { return arg(QString(text)); }
    template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    QString arg(T value, int width = 0, int base = 10, QChar fill = ' ') const
    {
        return arg(number(value, base), width, fill);
    }
    QString arg(double value, int width = 0, char format = 'g', int precision = 6) const
    {
        return arg(number(value, format, precision), width);
    }
    template <class... Texts>
    QString arg(const QString& first, const QString& second, const Texts&... more) const
    {
        return arg(first).arg(second, more...);
    }

    using std::string::append;
    void append(char32_t code)
    {
        if (code < 0x80) {
            push_back(char(code));
            return;
        }
        const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
        push_back(char((0xF00 >> (more + 1) & 0xFF) | code >> 6 * more));
        for (int i = more - 1; i >= 0; --i)
            push_back(char(0x80 | (code >> 6 * i & 0x3F)));
    }
    QString& operator+=(const QString& text) { return std::string::append(text), *this; }
    friend QString operator+(QString a, const QString& b) { return a += b; }
    friend QString operator+(QString a, const char* b) { return a += b; }
    friend QString operator+(const char* a, const QString& b) { return QString(a) += b; }
    friend QString operator+(QString a, char b) { return a += QString(b); }
    friend bool operator==(const QString& a, const QString& b) { return a.toStdString() == b.toStdString(); }
    friend bool operator==(const QString& a, const char* b) { return a.toStdString() == b; }

private:
    template <class Change>
    QString mapped(Change change) const
    {
        QString text = *this;
        std::transform(text.begin(), text.end(), text.begin(), change);
        return text;
    }
};
using QByteArray = QString;
using QByteArrayView = QString;
using QLatin1String = QString;

class QCryptographicHash
{
public:
    enum Algorithm
    {
        Sha256
    };
    static QByteArray hash(const QByteArray& bytes, Algorithm algorithm);
};

#define QStringLiteral(text) QString(text)
#define qPrintable(text) QString(text).c_str()

template <class T>
class QList : public std::vector<T>
{
public:
    using std::vector<T>::vector;
    qsizetype size() const { return qsizetype(std::vector<T>::size()); }
    bool isEmpty() const { return this->empty(); }
    T& first() { return this->front(); }
    T& last() { return this->back(); }
    const T& first() const { return this->front(); }
    const T& last() const { return this->back(); }
    T value(qsizetype i) const { return i >= 0 && i < size() ? (*this)[std::size_t(i)] : T(); }
    bool contains(const T& one) const { return std::find(this->begin(), this->end(), one) != this->end(); }
    QList& operator<<(const T& one) { return this->push_back(one), *this; }
    QList& operator<<(const QList& more) { return this->insert(this->end(), more.begin(), more.end()), *this; }
    QList& operator+=(const QList& more) { return *this << more; }
    QList operator+(const QList& more) const { return QList(*this) << more; }
    void sort() { std::sort(this->begin(), this->end()); }
    QString join(const QString& separator) const
    {
        QString text;
        for (const T& one : *this)
            text += (&one == this->data() ? QString() : separator) + one;
        return text;
    }
};
template <class T>
using QVector = QList<T>;
using QStringList = QList<QString>;

inline QStringList QString::split(const QString& separator, Qt::SplitBehavior behavior) const
{
    QStringList parts;
    for (std::size_t from = 0, to = 0; to != npos; from = to + separator.length()) {
        to = find(separator, from);
        const QString part = substr(from, to == npos ? npos : to - from);
        if (behavior == Qt::KeepEmptyParts || !part.empty())
            parts << part;
    }
    return parts;
}

template <class T>
class QSet : public std::set<T>
{
public:
    using std::set<T>::set;
    QSet& operator<<(const T& one) { return this->insert(one), *this; }
    qsizetype size() const { return qsizetype(std::set<T>::size()); }
};

template <class Key, class T>
class QHash : public std::map<Key, T>
{
public:
    using std::map<Key, T>::map;
    using std::map<Key, T>::operator[];
    T operator[](const Key& key) const { return value(key); }
    T value(const Key& key, const T& other = T()) const
    {
        const auto found = this->find(key);
        return found == this->end() ? other : found->second;
    }
};
