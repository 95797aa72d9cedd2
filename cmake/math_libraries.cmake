# oneDNN, and where it is missing OpenBLAS; without either of them products are those of Eigen (core/base/products.h).

add_library(math_libraries INTERFACE)
find_path(DNNL_INCLUDE dnnl.hpp)
find_library(DNNL_LIBRARY dnnl)
if(DNNL_INCLUDE AND DNNL_LIBRARY)
  target_link_libraries(math_libraries INTERFACE ${DNNL_LIBRARY})
  target_include_directories(math_libraries SYSTEM INTERFACE ${DNNL_INCLUDE})
  target_compile_definitions(math_libraries INTERFACE CUTAWAY_ONEDNN)
else()
  pkg_check_modules(openblas IMPORTED_TARGET openblas)
  if(openblas_FOUND)
    target_link_libraries(math_libraries INTERFACE PkgConfig::openblas)
    target_compile_definitions(math_libraries INTERFACE CUTAWAY_OPENBLAS)
  endif()
endif()

# Debian builds them on GNU OpenMP. Threads are ours, so each of them tells that library to use one thread only; it is the
# same library whatever compiler builds us, hence not find_package(OpenMP).
find_library(GNU_OPENMP NAMES gomp libgomp.so.1)
if(GNU_OPENMP)
  target_link_libraries(math_libraries INTERFACE ${GNU_OPENMP})
  target_compile_definitions(math_libraries INTERFACE CUTAWAY_OPENMP)
endif()
