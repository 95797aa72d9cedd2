# What a person reads, and what is of one machine only.

# --- What a person reads ---------------------------------------------------------------------------------------------------

# lupdate sees literals only, and takes the context from Q_OBJECT or Q_DECLARE_TR_FUNCTIONS.
set(without_noop "")
foreach(file ${window})
  read_text(text "${file}")
  if(NOT text MATCHES "QT_TR_NOOP|QT_TRANSLATE_NOOP") # literals marked in a table of the same file may be looked up
    list(APPEND without_noop "${file}")
  endif()
endforeach()
forbid("tr() of something that is not a literal" "[^A-Za-z0-9_]tr\\([ \n]*[a-zA-Z_][A-Za-z0-9_]*[^\"A-Za-z0-9_]" ${without_noop})
foreach(file ${window})
  read_text(text "${file}" CODE)
  if(NOT text MATCHES "[^A-Za-z0-9_:.>]tr\\(")
    continue()
  endif()
  # Its own header, or the one that a large class shares: main_window_pages.cpp has main_window.h.
  string(REGEX REPLACE "cpp$" "h" header "${file}")
  string(REGEX REPLACE "_[a-z]+\\.cpp$" ".h" shared "${file}")
  foreach(declared IN ITEMS "${header}" "${shared}")
    if(EXISTS "${ROOT}/${declared}")
      read_text(declarations "${declared}")
      string(APPEND text "${declarations}")
    endif()
  endforeach()
  if(NOT text MATCHES "Q_OBJECT|Q_GADGET|Q_NAMESPACE|Q_DECLARE_TR_FUNCTIONS")
    breach("${file}" "tr() without Q_OBJECT or Q_DECLARE_TR_FUNCTIONS has no context")
  endif()
endforeach()
# A literal that is the only argument of a setter is text; in front of others it may be a key. Makers take text first.
set(letters "u?\"[^\"\n]*[A-Za-z][A-Za-z][^\"\n]*\"")
set(wrapper "(QStringLiteral|QString|QLatin1String|QString::fromUtf8)")
set(setters "set(Text|ToolTip|WindowTitle|StatusTip|PlaceholderText|Title|Label|LabelText|AccessibleName|AccessibleDescription|WhatsThis|Prefix|Suffix)")
set(makers "addAction|addMenu|new Q(Label|PushButton|ToolButton|Action|CheckBox|RadioButton|GroupBox)")
forbid("a visible string outside tr()" "[^A-Za-z0-9_]${setters}\\((${letters}|${wrapper}\\(${letters}\\))\\)" ${window})
forbid("a visible string outside tr()" "[^A-Za-z0-9_](${makers})\\((${wrapper}\\()?${letters}" ${window})

# Black and white are allowed: marks over data must stand out from any colour of the map.
set(painted ${window})
list(FILTER painted EXCLUDE REGEX "/[a-z_]*(theme|colou?r)[a-z_]*\\.(h|cpp)$")
forbid("a colour that does not come from the theme" "QColor\\((u?\"#|QStringLiteral\\(\"#|0x|{0-9})[^)\n]*|Qt::(red|green|blue|yellow|cyan|magenta|gray|lightGray|darkGray)[^A-Za-z]" ${painted})

# --- The vocabulary of CONTRIBUTING.md --------------------------------------------------------------------------------------

foreach(file ${ours})
  read_text(text "${file}")
  string(REGEX MATCHALL "[^A-Za-z](kMost|[Nn]obody|[Ss]omebody|[Aa]nybody|[Ww]hoever|speaks? of|reads? over)[A-Za-z]*" words "${text}")
  foreach(word ${words})
    string(SUBSTRING "${word}" 1 -1 word)
    breach("${file}" "a word that CONTRIBUTING.md has another for [${word}]")
  endforeach()
endforeach()

# --- What a comment cites is there ----------------------------------------------------------------------------------------

if(EXISTS "${ROOT}/docs/contract.md")
  file(READ "${ROOT}/docs/contract.md" contract)
endif()
set(page "[A-Za-z_-]+[.]md")
set(file_of_a_room "(core|widgets|app|tests|tools|cmake|docs|resources)/[A-Za-z_/-]+[.](h|cpp|py|cmake|sh|md)")
foreach(file ${ours})
  read_text(text "${file}")
  string(REGEX MATCHALL "(${file_of_a_room}|[^A-Za-z_./*}-]${page})[^A-Za-z_0-9]" cited "${text}")
  foreach(name ${cited})
    string(REGEX REPLACE "^[^A-Za-z]|[^A-Za-z]$" "" name "${name}")
    if(NOT name MATCHES "NAME|LANGUAGE" AND NOT EXISTS "${ROOT}/${name}")
      breach("${file}" "it cites a file that is not there [${name}]")
    endif()
  endforeach()
  string(REGEX MATCHALL "[A-Za-z.]+ §[0-9]+[a-z]?[^A-Za-z]" parts "${text}")
  foreach(part ${parts})
    string(REGEX MATCH "§([0-9]+[a-z]?)" number "${part}")
    if(part MATCHES "^DESIGN|^contract" AND NOT (part MATCHES "^contract" AND contract MATCHES "\n## ${CMAKE_MATCH_1}[.] "))
      breach("${file}" "it cites a part that is not there [${part}]")
    endif()
  endforeach()
endforeach()

# --- This machine ----------------------------------------------------------------------------------------------------------

find_sources(texts IN ${layers} resources tests tools cmake docs ENDING .h .cpp .cmake .txt .py .md .json .qrc .sh)
file(GLOB root_files RELATIVE "${ROOT}" "${ROOT}/*.md" "${ROOT}/CMake*" "${ROOT}/dev" "${ROOT}/.ci/run")
list(FILTER texts EXCLUDE REGEX "^tests/(house|data)/")
foreach(file ${texts} ${root_files})
  file(READ "${ROOT}/${file}" text)
  if(text MATCHES "(/home/|/root/|/work/|/Users/|/tmp/|[A-Z]:\\\\Users)[A-Za-z0-9_.]")
    breach("${file}" "a path of one machine [${CMAKE_MATCH_0}]")
  endif()
endforeach()
