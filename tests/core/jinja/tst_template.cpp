// Templates against jinja2 in the environment of chat templates (tests/data/chat_templates.json, made by
// tools/fixtures/chat_templates.py), and templates that mean harm.

#include "core/base/error.h"
#include "core/jinja/arguments.h"
#include "core/jinja/budget.h"
#include "core/jinja/conditions.h"
#include "core/jinja/expression_parser.h"
#include "core/jinja/filters.h"
#include "core/jinja/methods.h"
#include "core/jinja/operators.h"
#include "core/jinja/parser.h"
#include "core/jinja/rendering.h"
#include "core/jinja/sequence_filters.h"
#include "core/jinja/template.h"
#include "core/jinja/texts.h"
#include "core/jinja/tokens.h"
#include "core/jinja/value.h"
#include "tests/test_data.h"

#include <QTest>

using namespace core;

namespace {

const Json& cases()
{
    static const Json json = readJson(TEST_DATA "/chat_templates.json");
    return json;
}

std::string rendered(const std::string& source)
{
    return Template(source, "folder", "chat_template").render({{"messages", cases()["conversations"]["turns"]}});
}

/// Of a template that is refused; an empty problem: it is not.
Error::Parts refusal(const std::string& source)
{
    try {
        rendered(source);
    } catch (const Error& error) {
        return error.parts();
    }
    return {};
}

std::string repeated(const std::string& text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

} // namespace

class TestTemplate : public QObject
{
    Q_OBJECT

private slots:
    void textsEqualTheReference();
    void whatTheReferenceRefusesIsRefused_data();
    void whatTheReferenceRefusesIsRefused();
    void aRefusalNamesWhatAndWhere_data();
    void aRefusalNamesWhatAndWhere();
    void noTemplateRunsForever_data();
    void noTemplateRunsForever();
    void noTemplateNestsTooDeeply_data();
    void noTemplateNestsTooDeeply();
    void damagedTemplatesAreRefusedOrRun();
};

void TestTemplate::textsEqualTheReference()
{
    for (const Json& one : cases()["small"]) {
        const auto source = one["template"].get<std::string>();
        QCOMPARE(rendered(source), one["text"].get<std::string>());
    }
    QVERIFY(cases()["small"].size() > 30);
}

void TestTemplate::whatTheReferenceRefusesIsRefused_data()
{
    QTest::addColumn<QString>("source");
    for (const Json& one : cases()["failing"])
        QTest::newRow(one.get<std::string>().c_str()) << QString::fromStdString(one.get<std::string>());
}

void TestTemplate::whatTheReferenceRefusesIsRefused()
{
    QFETCH(const QString, source);
    const Error::Parts parts = refusal(source.toStdString());
    QVERIFY(!parts.problem.empty());
    QCOMPARE(parts.file, std::string("folder"));
    QCOMPARE(parts.where, std::string("chat_template: line 1"));
}

void TestTemplate::aRefusalNamesWhatAndWhere_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("found");
    QTest::newRow("filter") << "a\n{{ 'x' | pprint }}"
                            << "| pprint";
    QTest::newRow("test") << "a\n{{ 1 is prime }}"
                          << "is prime";
    QTest::newRow("statement") << "a\n{% include 'x' %}"
                               << "{% include %}";
    QTest::newRow("raw") << "a\n{% raw %}{{{% endraw %}"
                         << "{% raw %}";
    QTest::newRow("method") << "a\n{{ 'x'.format(1) }}"
                            << "str.format()";
    QTest::newRow("function") << "a\n{{ strftime_now('%d') }}"
                              << "strftime_now()";
    QTest::newRow("argument") << "a\n{{ [1] | tojson(separators=1) }}"
                              << "tojson(separators=)";
    QTest::newRow("of another name") << "a\n{{ 'x' | trim(side=1) }}"
                                     << "trim(side=)";
    QTest::newRow("recursive loop") << "a\n{% for x in [1] recursive %}{% endfor %}"
                                    << "{% for recursive";
    QTest::newRow("refused by itself") << "a\n{% if true %}{{ raise_exception('roles must alternate') }}{% endif %}"
                                       << "roles must alternate";
    QTest::newRow("in a macro") << "{% macro f(a) %}\n{{ a.b.c }}{% endmacro %}{{ f({}) }}"
                                << "dict.b";
}

void TestTemplate::aRefusalNamesWhatAndWhere()
{
    QFETCH(const QString, source);
    QFETCH(const QString, found);
    const Error::Parts parts = refusal(source.toStdString());
    QCOMPARE(QString::fromStdString(parts.found), found);
    QCOMPARE(parts.where, std::string("chat_template: line 2"));
    QVERIFY(parts.kind == ErrorKind::BadInput);
}

void TestTemplate::noTemplateRunsForever_data()
{
    QTest::addColumn<QString>("source");
    const auto row = [](const char* name, const QString& source) { QTest::newRow(name) << source; };
    row("loops in loops", "{% for a in range(900) %}{% for b in range(900) %}{% endfor %}{% endfor %}");
    row("a long loop", "{% for a in range(99999999999) %}{% endfor %}");
    row("a long text", "{{ 'x' * 2000000 }}");
    row("a long text of long ones", "{{ 'xxxxxxxxxx' * 9000000000000000000 }}");
    row("a long output", "{% for a in range(2000) %}{{ 'x' * 1000 }}{% endfor %}");
    row("a text that doubles", "{% set n = namespace(t='x') %}{% for a in range(60) %}{% set n.t = n.t ~ n.t %}{% endfor %}");
    row("a list that doubles", "{% set n = namespace(t=[1]) %}{% for a in range(60) %}{% set n.t = n.t + n.t %}{% endfor %}");
    row("lists that share", "{% set n = namespace(t=[1]) %}{% for a in range(60) %}{% set n.t = [n.t, n.t] %}{% endfor %}");
    row("many large values",
        "{% set n = namespace(t=[]) %}{% set x = 'x' * 900000 %}{% for a in range(9000) %}"
        "{% set n.t = n.t + [x ~ a] %}{% endfor %}");
    row("a large index", "{% set x = 'x' * 900000 %}{% for a in range(9000) %}{{ x[a] }}{% endfor %}");
    row("replaced by longer", "{{ ('a' * 1000) | replace('a', 'b' * 9000) }}");
    row("joined by longer", "{{ ('b' * 90000).join('a' * 1000) }}");
    row("written again and again",
        "{% set x = [['a'] * 100] * 100 %}{% for a in range(9000) %}{% set y = x | tojson %}{% endfor %}");
    row("compared again and again",
        "{% set x = [1] * 9000 %}{% set y = [1] * 9000 %}{% for a in range(9000) %}{% if x == y %}{% endif %}{% endfor %}");
}

void TestTemplate::noTemplateRunsForever()
{
    QFETCH(const QString, source);
    const Error::Parts parts = refusal(source.toStdString());
    const bool isLimit
        = parts.problem == "the template does not come to an end" || parts.problem == "the text of the template is too long";
    QVERIFY2(isLimit || parts.problem == "nested too deeply", parts.problem.c_str());
}

void TestTemplate::noTemplateNestsTooDeeply_data()
{
    QTest::addColumn<QString>("source");
    const auto row = [](const char* name, const std::string& source) { QTest::newRow(name) << QString::fromStdString(source); };
    row("a macro in itself", "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}");
    row("two macros in each other", "{% macro f() %}{{ g() }}{% endmacro %}{% macro g() %}{{ f() }}{% endmacro %}{{ f() }}");
    row("brackets", "{{ " + repeated("(", 100'000) + "1" + repeated(")", 100'000) + " }}");
    row("lists", "{{ " + repeated("[", 100'000) + repeated("]", 100'000) + " }}");
    row("not", "{{ " + repeated("not ", 100'000) + "1 }}");
    row("minus", "{{ " + repeated("- ", 100'000) + "1 }}");
    row("a chain", "{{ 1" + repeated(" + 1", 100'000) + " }}");
    row("attributes", "{{ a" + repeated(".a", 100'000) + " }}");
    row("filters", "{{ 'a'" + repeated(" | trim", 100'000) + " }}");
    row("else", "{{ 1" + repeated(" if 0 else 1", 100'000) + " }}");
    row("statements", repeated("{% if true %}", 100'000));
    row("a value", "{% set n = namespace(t=1) %}{% for a in range(9000) %}{% set n.t = [n.t] %}{% endfor %}");
    row("loops of loops",
        "{% set n = namespace(t=1) %}{% for a in range(9000) %}{% for b in [n.t] %}{% set n.t = loop %}{% endfor %}{% endfor %}");
}

void TestTemplate::noTemplateNestsTooDeeply()
{
    QFETCH(const QString, source);
    QCOMPARE(refusal(source.toStdString()).problem, std::string("nested too deeply"));
}

/// Nothing but text or an Error comes out, whatever letter is left out or doubled.
void TestTemplate::damagedTemplatesAreRefusedOrRun()
{
    int refused = 0, run = 0;
    for (const char* name : {"llama-3.1", "qwen3", "macros"}) {
        const auto sound = cases()["templates"][name]["template"].get<std::string>();
        for (std::size_t at = 0; at < sound.size(); at += 7) {
            const std::string without = sound.substr(0, at) + sound.substr(at + 1), cut = sound.substr(0, at);
            for (const std::string& source : {without, cut})
                ++(refusal(source).problem.empty() ? run : refused);
        }
    }
    QVERIFY(refused > 100);
    QVERIFY(run > 100);
}

QTEST_GUILESS_MAIN(TestTemplate)
#include "tst_template.moc"
