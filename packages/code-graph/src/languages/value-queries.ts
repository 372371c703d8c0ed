/**
 * Constants, members, keys, aliases of types and routes, by language (see Language): what stands at the top of a file, in
 * a class, an enumeration or an object that is written down. What stands in a function is left out by whoever reads them.
 */
const VERBS =
  '"get" "post" "put" "patch" "delete" "head" "options" "all" "route" "GET" "POST" "PUT" "PATCH" "DELETE"';

const ECMA = `
(program (_ (variable_declarator name: (identifier) @name value: (_) @value) @constant))
(program (export_statement (_ (variable_declarator name: (identifier) @name value: (_) @value) @constant)))
(variable_declarator name: (identifier) @owner value: [
  (object (pair key: (_) @name value: (_) @value) @key)
  (_ . (object (pair key: (_) @name value: (_) @value) @key))
  (call_expression arguments: (arguments . (object (pair key: (_) @name value: (_) @value) @key) .))])
(export_statement "default" value: [
  (object (pair key: (_) @name value: (_) @value) @key)
  (_ . (object (pair key: (_) @name value: (_) @value) @key))
  (call_expression arguments: (arguments . (object (pair key: (_) @name value: (_) @value) @key) .))])
(assignment_expression left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (pair key: (_) @name value: (_) @value) @key) (#eq? @_module "module") (#eq? @_exports "exports"))
(call_expression function: (member_expression property: (property_identifier) @_verb)
  arguments: (arguments . [(string) (template_string)] @name . [(arrow_function) (function_expression) (identifier)
    (member_expression) (call_expression) (array) (object)] . (_)?) @value
  (#any-of? @_verb ${VERBS}) (#match? @name "^.(/|\\\\*)")) @route
(decorator (call_expression function: (identifier) @_verb arguments: [(arguments . (string) @name) (arguments . ")") @name])
  (#any-of? @_verb "Controller" "Get" "Post" "Put" "Patch" "Delete" "All")) @route
`;

const C = `
(preproc_def name: (identifier) @name value: (_) @value) @constant
(enumerator name: (identifier) @name value: (_)? @value) @constant
(declaration declarator: (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)] value: (_) @value)) @constant
(type_definition declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))]) @typedef
`;

const QUERIES: Readonly<Record<string, string>> = {
  javascript: `${ECMA}
(class_body (field_definition property: (_) @name value: (_) @value) @member)
`,
  typescript: `${ECMA}
(internal_module body: (statement_block (export_statement (_ (variable_declarator name: (identifier) @name value: (_) @value) @constant))))
(enum_body (enum_assignment name: (_) @name value: (_) @value) @constant)
(enum_body (property_identifier) @name @constant)
(class_body (public_field_definition name: (_) @name value: (_) @value) @member)
`,
  python: `
(module (expression_statement (assignment left: (identifier) @name right: (_) @value) @constant))
(module (if_statement (block (expression_statement (assignment left: (identifier) @name right: (_) @value) @constant))))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name right: (_) @value) @member)))
(module (expression_statement (assignment left: (identifier) @owner right: (dictionary (pair key: (string) @name value: (_) @value) @key))))
(decorator (call function: (attribute attribute: (identifier) @_verb) arguments: (argument_list . (string) @name) @value)
  (#any-of? @_verb ${VERBS} "websocket") (#match? @name "^[rf]?./")) @route
(call function: (identifier) @_verb arguments: (argument_list . (string) @name . (_)) @value
  (#any-of? @_verb "path" "re_path") (#match? @name "/|^..$")) @route
`,
  go: `
(type_spec type: (struct_type (field_declaration_list (field_declaration name: (_) @name) @member)))
(source_file (const_declaration (const_spec name: (identifier) @name value: (_)? @value) @constant))
(source_file (var_declaration (var_spec name: (identifier) @name value: (_) @value) @constant))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name value: (_) @value) @constant)))
(call_expression function: (selector_expression field: (field_identifier) @_verb)
  arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)] @name . (_)) @value
  (#any-of? @_verb "HandleFunc" "Handle" "Get" "Post" "Put" "Patch" "Delete" ${VERBS}) (#match? @name "^.([A-Z]+ )?/")) @route
`,
  java: `
(field_declaration declarator: (variable_declarator name: (identifier) @name value: (_) @value)) @member
(constant_declaration declarator: (variable_declarator name: (identifier) @name value: (_) @value)) @constant
(enum_constant name: (identifier) @name arguments: (_)? @value) @constant
(annotation name: (identifier) @_verb arguments: (annotation_argument_list [(string_literal) @name
  (element_value_pair key: (identifier) value: (string_literal) @name)])
  (#any-of? @_verb "GetMapping" "PostMapping" "PutMapping" "PatchMapping" "DeleteMapping" "RequestMapping" "Path")) @route
(marker_annotation name: (identifier) @_verb @name (#match? @_verb "^(Get|Post|Put|Patch|Delete)Mapping$")) @route
`,
  rust: `
(const_item name: (identifier) @name value: (_) @value) @constant
(static_item name: (identifier) @name value: (_) @value) @constant
(enum_variant name: (identifier) @name value: (_)? @value) @constant
(call_expression function: (field_expression field: (field_identifier) @_verb) arguments: (arguments . (string_literal) @name . (_)) @value
  (#eq? @_verb "route") (#match? @name "^./")) @route
(attribute_item (attribute (identifier) @_verb arguments: (token_tree . (string_literal) @name)
  (#any-of? @_verb ${VERBS}))) @route
`,
  csharp: `
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name "=" (_) @value .))) @member
(property_declaration name: (identifier) @name value: (_)? @value) @member
(enum_member_declaration name: (identifier) @name value: (_)? @value) @constant
(attribute name: (identifier) @_verb (attribute_argument_list . (attribute_argument (string_literal) @name))
  (#any-of? @_verb "HttpGet" "HttpPost" "HttpPut" "HttpPatch" "HttpDelete" "Route")) @route
((attribute name: (identifier) @_verb @name .) @route (#match? @_verb "^Http(Get|Post|Put|Patch|Delete)$"))
(invocation_expression function: (member_access_expression name: (identifier) @_verb)
  arguments: (argument_list . (argument (string_literal) @name)) @value
  (#any-of? @_verb "MapGet" "MapPost" "MapPut" "MapPatch" "MapDelete")) @route
`,
  ruby: `
(assignment left: (constant) @name right: (_) @value) @constant
(call method: (identifier) @_attr arguments: (argument_list (simple_symbol) @name @member)
  (#any-of? @_attr "attr_accessor" "attr_reader" "attr_writer"))
(call method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @name @member)
  (#any-of? @_alias "alias_method" "define_method"))
(call !receiver method: (identifier) @_verb arguments: (argument_list . (string) @name) @value
  (#any-of? @_verb ${VERBS}) (#match? @name "/")) @route
`,
  php: `
(const_declaration (const_element . (name) @name (_) @value .)) @constant
(property_declaration (property_element name: (variable_name) @name default_value: (_) @value)) @member
(enum_case name: (name) @name value: (_)? @value) @constant
(scoped_call_expression name: (name) @_verb arguments: (arguments . (argument [(string) (encapsed_string)] @name) . (_)) @value
  (#any-of? @_verb ${VERBS}) (#match? @name "/")) @route
`,
  c: C,
  cpp: `${C}
(alias_declaration name: (type_identifier) @name type: (_) @value) @typedef
(field_declaration declarator: (field_identifier) @name default_value: (_) @value) @member
`,
  kotlin: `
(source_file (property_declaration (variable_declaration . (identifier) @name) (expression) @value) @constant)
(class_body (property_declaration (variable_declaration . (identifier) @name) (expression) @value) @member)
(enum_entry . (identifier) @name (value_arguments)? @value) @constant
(annotation (constructor_invocation (user_type (identifier) @_verb) (value_arguments (value_argument (string_literal) @name)))
  (#any-of? @_verb "GetMapping" "PostMapping" "PutMapping" "PatchMapping" "DeleteMapping" "RequestMapping")) @route
(annotation (user_type (identifier) @_verb @name) (#match? @_verb "^(Get|Post|Put|Patch|Delete)Mapping$")) @route
`,
  scala: `
(compilation_unit (val_definition pattern: (identifier) @name value: (_) @value) @constant)
(template_body (val_definition pattern: (identifier) @name value: (_) @value) @member)
(enum_case_definitions [(simple_enum_case name: (identifier) @name) (full_enum_case name: (identifier) @name)] @constant)
`,
  shell: `
(program (variable_assignment name: (variable_name) @name value: (_) @value) @constant)
(program (declaration_command (variable_assignment name: (variable_name) @name value: (_) @value) @constant))
`,
  swift: `
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) value: (_) @value) @constant)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) value: (_) @value) @member)
(enum_entry name: (simple_identifier) @name raw_value: (_)? @value) @constant
`,
};

/** The patterns of a language by its name; those of TypeScript serve what is built upon it. */
export const valueQuery = (language: string): string => QUERIES[language] ?? QUERIES['typescript'] ?? '';
