# How our own code is compiled: warnings as errors, ccache, the arithmetic rules of the engine.

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(project_warnings INTERFACE)
target_compile_options(project_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
# GCC 12 reports a false -Wrestrict on "literal" + std::string when optimizing.
target_compile_options(project_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
option(WARNINGS_AS_ERRORS "Treat warnings in our own code as errors" ON)
if(WARNINGS_AS_ERRORS)
  target_compile_options(project_warnings INTERFACE -Werror)
endif()

# Arithmetic of the engine: vectorised loops, but no -ffast-math, which would flush denormals for the whole process.
add_library(project_arithmetic INTERFACE)
target_compile_options(project_arithmetic INTERFACE -fno-math-errno -fno-trapping-math -fopenmp-simd)
