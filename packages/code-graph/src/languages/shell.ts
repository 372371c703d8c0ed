import type { Language } from './language.ts';

const query = () => `
(function_definition name: (word) @name) @function
(command name: (command_name (word) @callee) (#not-any-of? @callee "source" ".")) @call
(command name: (command_name (word) @_source) . argument: (_) @specifier (#any-of? @_source "source" ".")) @import
`;

/** Bash and what it reads of others; a function is seen where it stands and where its file is sourced. */
export const shell: Language = {
  name: 'shell',
  family: 'shell',
  extensions: ['.sh', '.bash'],
  interpreters: ['sh', 'bash', 'dash', 'ash', 'ksh'],
  grammar: () => import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm'),
  query,
};
