// `$NAME`, `${name}`, `{{ name }}`, `%s`, `<name>`, `{name}`, masks such as `****` and `…`, paths, addresses, and AWS resource names.
const REFERENCE =
  /^(?:\$|\{\{|%[sd({]|<|#\{|\{[\w.$]+\}|:?[*.•…xX_-]+$|https?:\/\/|\.{1,2}\/|\/[\w.-]+\/|arn:)/;

/** Whether a value stands for a secret that is somewhere else (a variable, a template slot, a mask, a path). */
export function isReference(value: string): boolean {
  return REFERENCE.test(value);
}
