# Files of the agent that suites have copies of, as texts for the core: whole, and without the lines by which they know each other, for
# scripts that are one file. Written anew when one of them changes.
set(suite_texts "")
foreach(name connection request answers)
  set(suite_file ${CMAKE_SOURCE_DIR}/agent/${name}.cjs)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${suite_file})
  file(READ ${suite_file} suite_text)
  string(SUBSTRING ${name} 0 1 first)
  string(SUBSTRING ${name} 1 -1 rest)
  string(TOUPPER ${first} first)
  string(APPEND suite_texts "inline constexpr char k${first}${rest}File[] = R\"JS(${suite_text})JS\";\n")
  string(REGEX REPLACE "('use strict'|module\\.exports = [^\n]*|const [^\n]*require\\('\\./connection\\.cjs'\\));?\n" "" suite_text "${suite_text}")
  string(APPEND suite_texts "inline constexpr char k${first}${rest}Functions[] = R\"JS(${suite_text})JS\";\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/suite_files.h CONTENT
     "#pragma once\n\nnamespace kingbird::emit {\n${suite_texts}}\n" @ONLY)
