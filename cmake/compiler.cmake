# How our own code is compiled: warnings as errors, ccache, the arithmetic rules of the engine.

find_program(CCACHE ccache)
if(CCACHE)
  # Precompiled headers are cached, too, when ccache trusts their defines. (They differ from run to run, so that clones in
  # other folders cannot share what was compiled with them; and gcc 12 crashed on one that came from another folder.)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()
# gcc looks for garbage as soon as it has read a precompiled header, which has none: with this it does not for the first GB (kB here).
add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)

# 180 test programs are linked: the linker of binutils that takes a third of the time, where it is there.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold HAS_GOLD)
if(HAS_GOLD)
  add_link_options(-fuse-ld=gold)
endif()

add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
# GCC 12 reports false overlaps and overflows on "literal" + std::string when optimizing;
# with a sanitizer, false uninitialised variables.
target_compile_options(project_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>)
target_compile_options(project_warnings INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:RelWithDebInfo>>:-Wno-maybe-uninitialized>)
# Clang says so where a loop marked simd stays scalar; gcc's report is the one that we tune with.
target_compile_options(project_warnings INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>)
option(WARNINGS_AS_ERRORS "Treat warnings in our own code as errors" ON)
if(WARNINGS_AS_ERRORS)
  target_compile_options(project_warnings INTERFACE -Werror)
endif()

# For folders whose programs do not have to be quick: the window, whose pictures Qt and QCustomPlot draw and whose numbers the
# engine computes, and the tests. With -O3 the compiler takes a third longer.
macro(compile_quickly)
  string(REGEX REPLACE "-O[23]" "-O1" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
endmacro()

# compile_loops(TARGET SOURCE...): the sources of such a folder that read every number of a picture, compiled as the engine is.
function(compile_loops target)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES
    COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3>;-fno-math-errno;-fno-trapping-math;-fopenmp-simd" SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# Arithmetic of the engine: vectorised loops, but no -ffast-math, which would flush denormals for the whole process.
add_library(project_arithmetic INTERFACE)
target_compile_options(project_arithmetic INTERFACE -fno-math-errno -fno-trapping-math -fopenmp-simd)
