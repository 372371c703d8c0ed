// `$NAME`, `${name}`, `{{ name }}`, `%s`, `<name>`, masks such as `****` and `…`, paths, and AWS resource names.
const REFERENCE = /^(?:\$|\{\{|%[sd({]|<|#\{|[*.•…xX_-]+$|\.{1,2}\/|\/[\w.-]+\/|arn:)/;

/** Whether a value stands for a secret that is somewhere else (a variable, a template slot, a mask, a path). */
export function isReference(value: string): boolean {
  return REFERENCE.test(value);
}
