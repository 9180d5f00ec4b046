// The vocabulary of a syntax tree: one Kind per named node of the JavaScript and TypeScript grammars, one Field per
// field name.
#pragma once

#include <cstdint>
#include <string_view>

namespace kingbird::syntax {

// clang-format off
#define KB_KINDS(X) \
  X(kArguments, "arguments") X(kArray, "array") X(kArrayPattern, "array_pattern")                                     \
  X(kArrowFunction, "arrow_function") X(kAssignmentExpression, "assignment_expression")                               \
  X(kAssignmentPattern, "assignment_pattern") X(kAugmentedAssignmentExpression, "augmented_assignment_expression")    \
  X(kAwaitExpression, "await_expression") X(kBinaryExpression, "binary_expression")                                   \
  X(kBreakStatement, "break_statement") X(kCallExpression, "call_expression") X(kCatchClause, "catch_clause")         \
  X(kClass, "class") X(kClassBody, "class_body") X(kClassDeclaration, "class_declaration")                            \
  X(kClassHeritage, "class_heritage") X(kClassStaticBlock, "class_static_block") X(kComment, "comment")               \
  X(kComputedPropertyName, "computed_property_name") X(kContinueStatement, "continue_statement")                      \
  X(kDebuggerStatement, "debugger_statement") X(kDecorator, "decorator") X(kDoStatement, "do_statement")              \
  X(kElseClause, "else_clause") X(kEmptyStatement, "empty_statement") X(kEscapeSequence, "escape_sequence")           \
  X(kExportClause, "export_clause") X(kExportSpecifier, "export_specifier") X(kExportStatement, "export_statement")   \
  X(kExpressionStatement, "expression_statement") X(kFalse, "false") X(kFieldDefinition, "field_definition")          \
  X(kFinallyClause, "finally_clause") X(kForInStatement, "for_in_statement") X(kForStatement, "for_statement")        \
  X(kFormalParameters, "formal_parameters") X(kFunctionDeclaration, "function_declaration")                           \
  X(kFunctionExpression, "function_expression") X(kGeneratorFunction, "generator_function")                           \
  X(kGeneratorFunctionDeclaration, "generator_function_declaration") X(kHashBangLine, "hash_bang_line")               \
  X(kHtmlCharacterReference, "html_character_reference") X(kHtmlComment, "html_comment")                              \
  X(kIdentifier, "identifier") X(kIfStatement, "if_statement") X(kImport, "import")                                   \
  X(kImportAttribute, "import_attribute") X(kImportClause, "import_clause") X(kImportSpecifier, "import_specifier")   \
  X(kImportStatement, "import_statement") X(kJsxAttribute, "jsx_attribute")                                           \
  X(kJsxClosingElement, "jsx_closing_element") X(kJsxElement, "jsx_element") X(kJsxExpression, "jsx_expression")      \
  X(kJsxNamespaceName, "jsx_namespace_name") X(kJsxOpeningElement, "jsx_opening_element")                             \
  X(kJsxSelfClosingElement, "jsx_self_closing_element") X(kJsxText, "jsx_text")                                       \
  X(kLabeledStatement, "labeled_statement") X(kLexicalDeclaration, "lexical_declaration")                             \
  X(kMemberExpression, "member_expression") X(kMetaProperty, "meta_property")                                         \
  X(kMethodDefinition, "method_definition") X(kNamedImports, "named_imports")                                         \
  X(kNamespaceExport, "namespace_export") X(kNamespaceImport, "namespace_import")                                     \
  X(kNewExpression, "new_expression") X(kNull, "null") X(kNumber, "number") X(kObject, "object")                      \
  X(kObjectAssignmentPattern, "object_assignment_pattern") X(kObjectPattern, "object_pattern")                        \
  X(kOptionalChain, "optional_chain") X(kPair, "pair") X(kPairPattern, "pair_pattern")                                \
  X(kParenthesizedExpression, "parenthesized_expression")                                                             \
  X(kPrivatePropertyIdentifier, "private_property_identifier") X(kProgram, "program")                                 \
  X(kPropertyIdentifier, "property_identifier") X(kRegex, "regex") X(kRegexFlags, "regex_flags")                      \
  X(kRegexPattern, "regex_pattern") X(kRestPattern, "rest_pattern") X(kReturnStatement, "return_statement")           \
  X(kSequenceExpression, "sequence_expression") X(kShorthandPropertyIdentifier, "shorthand_property_identifier")      \
  X(kShorthandPropertyIdentifierPattern, "shorthand_property_identifier_pattern")                                     \
  X(kSpreadElement, "spread_element") X(kStatementBlock, "statement_block")                                           \
  X(kStatementIdentifier, "statement_identifier") X(kString, "string") X(kStringFragment, "string_fragment")          \
  X(kSubscriptExpression, "subscript_expression") X(kSuper, "super") X(kSwitchBody, "switch_body")                    \
  X(kSwitchCase, "switch_case") X(kSwitchDefault, "switch_default") X(kSwitchStatement, "switch_statement")           \
  X(kTemplateString, "template_string") X(kTemplateSubstitution, "template_substitution")                             \
  X(kTernaryExpression, "ternary_expression") X(kThis, "this") X(kThrowStatement, "throw_statement")                  \
  X(kTrue, "true") X(kTryStatement, "try_statement") X(kUnaryExpression, "unary_expression")                          \
  X(kUndefined, "undefined") X(kUpdateExpression, "update_expression")                                                \
  X(kVariableDeclaration, "variable_declaration") X(kVariableDeclarator, "variable_declarator")                       \
  X(kWhileStatement, "while_statement") X(kWithStatement, "with_statement") X(kYieldExpression, "yield_expression")   \
  X(kAbstractClassDeclaration, "abstract_class_declaration")                                                          \
  X(kAbstractMethodSignature, "abstract_method_signature") X(kAccessibilityModifier, "accessibility_modifier")        \
  X(kAddingTypeAnnotation, "adding_type_annotation") X(kAmbientDeclaration, "ambient_declaration")                    \
  X(kArrayType, "array_type") X(kAsExpression, "as_expression") X(kAsserts, "asserts")                                \
  X(kAssertsAnnotation, "asserts_annotation") X(kCallSignature, "call_signature")                                     \
  X(kConditionalType, "conditional_type") X(kConstraint, "constraint") X(kConstructSignature, "construct_signature")  \
  X(kConstructorType, "constructor_type") X(kDefaultType, "default_type") X(kEnumAssignment, "enum_assignment")       \
  X(kEnumBody, "enum_body") X(kEnumDeclaration, "enum_declaration") X(kExistentialType, "existential_type")           \
  X(kExtendsClause, "extends_clause") X(kExtendsTypeClause, "extends_type_clause")                                    \
  X(kFlowMaybeType, "flow_maybe_type") X(kFunctionSignature, "function_signature") X(kFunctionType, "function_type")  \
  X(kGenericType, "generic_type") X(kImplementsClause, "implements_clause") X(kImportAlias, "import_alias")           \
  X(kImportRequireClause, "import_require_clause") X(kIndexSignature, "index_signature")                              \
  X(kIndexTypeQuery, "index_type_query") X(kInferType, "infer_type")                                                  \
  X(kInstantiationExpression, "instantiation_expression") X(kInterfaceBody, "interface_body")                         \
  X(kInterfaceDeclaration, "interface_declaration") X(kInternalModule, "internal_module")                             \
  X(kIntersectionType, "intersection_type") X(kLiteralType, "literal_type") X(kLookupType, "lookup_type")             \
  X(kMappedTypeClause, "mapped_type_clause") X(kMethodSignature, "method_signature") X(kModule, "module")             \
  X(kNestedIdentifier, "nested_identifier") X(kNestedTypeIdentifier, "nested_type_identifier")                        \
  X(kNonNullExpression, "non_null_expression") X(kObjectType, "object_type")                                          \
  X(kOmittingTypeAnnotation, "omitting_type_annotation") X(kOptingTypeAnnotation, "opting_type_annotation")           \
  X(kOptionalParameter, "optional_parameter") X(kOptionalType, "optional_type")                                       \
  X(kOverrideModifier, "override_modifier") X(kParenthesizedType, "parenthesized_type")                               \
  X(kPredefinedType, "predefined_type") X(kPropertySignature, "property_signature")                                   \
  X(kPublicFieldDefinition, "public_field_definition") X(kReadonlyType, "readonly_type")                              \
  X(kRequiredParameter, "required_parameter") X(kRestType, "rest_type")                                               \
  X(kSatisfiesExpression, "satisfies_expression") X(kTemplateLiteralType, "template_literal_type")                    \
  X(kTemplateType, "template_type") X(kThisType, "this_type") X(kTupleType, "tuple_type")                             \
  X(kTypeAliasDeclaration, "type_alias_declaration") X(kTypeAnnotation, "type_annotation")                            \
  X(kTypeArguments, "type_arguments") X(kTypeAssertion, "type_assertion") X(kTypeIdentifier, "type_identifier")       \
  X(kTypeParameter, "type_parameter") X(kTypeParameters, "type_parameters") X(kTypePredicate, "type_predicate")       \
  X(kTypePredicateAnnotation, "type_predicate_annotation") X(kTypeQuery, "type_query") X(kUnionType, "union_type")

#define KB_FIELDS(X) \
  X(kAlias, "alias") X(kAlternative, "alternative") X(kArgument, "argument") X(kArguments, "arguments")               \
  X(kAttribute, "attribute") X(kBody, "body") X(kCloseTag, "close_tag") X(kCondition, "condition")                    \
  X(kConsequence, "consequence") X(kConstraint, "constraint") X(kConstructor, "constructor")                          \
  X(kDeclaration, "declaration") X(kDecorator, "decorator") X(kFinalizer, "finalizer") X(kFlags, "flags")             \
  X(kFunction, "function") X(kHandler, "handler") X(kIncrement, "increment") X(kIndex, "index")                       \
  X(kIndexType, "index_type") X(kInitializer, "initializer") X(kKey, "key") X(kKind, "kind") X(kLabel, "label")       \
  X(kLeft, "left") X(kMember, "member") X(kModule, "module") X(kName, "name") X(kObject, "object")                    \
  X(kOpenTag, "open_tag") X(kOperator, "operator") X(kOptionalChain, "optional_chain") X(kParameter, "parameter")     \
  X(kParameters, "parameters") X(kPattern, "pattern") X(kProperty, "property") X(kReturnType, "return_type")          \
  X(kRight, "right") X(kSign, "sign") X(kSource, "source") X(kType, "type") X(kTypeArguments, "type_arguments")       \
  X(kTypeParameters, "type_parameters") X(kValue, "value")

// clang-format on

/// kToken: punctuation and keywords (tell them apart by Node::type()); kOther: a name no grammar of ours has (errors).
enum class Kind : uint8_t {
  kToken,
  kOther,
#define KB_KIND(name, text) name,
  KB_KINDS(KB_KIND)
#undef KB_KIND
};

enum class Field : uint8_t {
  kNone,
#define KB_FIELD(name, text) name,
  KB_FIELDS(KB_FIELD)
#undef KB_FIELD
};

/// Converts the grammar's name; kOther and kNone for unknown names.
Kind KindFromName(std::string_view name);
Field FieldFromName(std::string_view name);
std::string_view ToString(Kind kind);

}  // namespace kingbird::syntax
