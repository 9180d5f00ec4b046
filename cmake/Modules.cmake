# kingbird_precompile(target owner headers…): the headers that cost most are compiled once, by the owner; all others reuse it.
# It halves a clean build. They must still be included where they are used.
function(kingbird_precompile target owner)
  if(target STREQUAL owner)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

# kingbird_together(target): several files are compiled as one, which takes 40 % of the time of a clean build. Within a module
# the names in unnamed namespaces are therefore all different. Files of KINGBIRD_APART stay alone (bench/breaches.py changes them in turn).
function(kingbird_together target)
  if(KINGBIRD_TOGETHER)
    set_source_files_properties(${KINGBIRD_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()

# kingbird_test(target): what all test programs have in common. Their own code is not optimised: it runs once.
function(kingbird_test target)
  target_link_libraries(${target} PRIVATE kingbird_flags GTest::gmock GTest::gtest_main)
  target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Release>>:-O0>)
  kingbird_precompile(${target} base_test <gtest/gtest.h> <gmock/gmock.h> <nlohmann/json.hpp> <fmt/format.h>)
endfunction()

# kingbird_code_of_passes(): generated/code_of_passes.h, for src/syntax; made anew with its files.
function(kingbird_code_of_passes)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/syntax/*.cc ${CMAKE_SOURCE_DIR}/src/syntax/*.h)
  set(header ${CMAKE_BINARY_DIR}/generated/code_of_passes.h)
  set(script ${CMAKE_SOURCE_DIR}/cmake/CodeOfPasses.cmake)
  add_custom_command(
    OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR} -DHEADER=${header} -P ${script}
    DEPENDS ${sources} ${script} ${CMAKE_SOURCE_DIR}/package-lock.json)
  target_sources(kingbird_syntax PRIVATE ${header})
endfunction()

# kingbird_module(name deps…): src/<name>/**.cc become a library, its *_test.cc one test program with label "unit".
# Each folder of src/ is one module; who may depend on whom is checked by tools/check_includes.py.
function(kingbird_module name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "/cli/main\\.cc$")
  if(sources)
    add_library(kingbird_${name} STATIC ${sources})
    kingbird_together(kingbird_${name})
    if(KINGBIRD_FUZZ)
      target_compile_options(kingbird_${name} PRIVATE -fsanitize-coverage=trace-pc)
    endif()
    target_link_libraries(kingbird_${name} PUBLIC ${ARGN} PRIVATE kingbird_flags)
    target_include_directories(kingbird_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/generated)
    set(headers <nlohmann/json.hpp> <fmt/format.h> <functional> <map> <string> <vector>)
    if("CLI11::CLI11" IN_LIST ARGN)
      kingbird_precompile(kingbird_${name} kingbird_${name} ${headers} <CLI/CLI.hpp>)
    else()
      kingbird_precompile(kingbird_${name} kingbird_base ${headers})
    endif()
  else()
    add_library(kingbird_${name} INTERFACE)
    target_link_libraries(kingbird_${name} INTERFACE ${ARGN})
    target_include_directories(kingbird_${name} INTERFACE ${CMAKE_SOURCE_DIR}/src)
  endif()
  if(KINGBIRD_TESTS AND tests)
    add_executable(${name}_test ${tests})
    kingbird_together(${name}_test)
    target_link_libraries(${name}_test PRIVATE kingbird_${name})
    kingbird_test(${name}_test)
    gtest_discover_tests(${name}_test TEST_PREFIX ${name}/ PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
  endif()
endfunction()
