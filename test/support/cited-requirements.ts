import { parseSync, Visitor, type Argument, type Expression } from 'oxc-parser';

export interface Citations {
  ids: string[];
  /** Those of tests that only `npm run test:whole` runs. */
  whole: string[];
  /** Source of first arguments that are not literal ids, which therefore prove nothing. */
  unreadable: string[];
}

function literalIds(argument: Argument | undefined): string[] | undefined {
  if (argument?.type === 'Literal') return typeof argument.value === 'string' ? [argument.value] : undefined;
  if (argument?.type !== 'ArrayExpression') return undefined;
  const ids = argument.elements.flatMap((element) =>
    element?.type === 'Literal' && typeof element.value === 'string' ? [element.value] : [],
  );
  return ids.length === argument.elements.length ? ids : undefined;
}

/** Of `verifies(…)`, `verifies.formA(…)` and `verifies.whole(…)`. */
function isVerifies(callee: Expression): boolean {
  if (callee.type === 'MemberExpression') return !callee.computed && isVerifies(callee.object);
  return callee.type === 'Identifier' && callee.name === 'verifies';
}

/**
 * Requirement ids that a TypeScript source cites in calls of `verifies(…)`, in order and with repetitions.
 * Parsed, not matched as text, so that a call in a comment or a string counts for nothing.
 * @throws when the source does not parse
 */
export function citedRequirements(fileName: string, source: string): Citations {
  const { program, errors } = parseSync(fileName, source);
  if (errors[0]) throw new Error(`${fileName}: ${errors[0].message}`);
  const citations: Citations = { ids: [], whole: [], unreadable: [] };
  const isWhole = fileName.endsWith('.whole.test.ts');
  new Visitor({
    CallExpression({ callee, arguments: [first], start, end }) {
      if (!isVerifies(callee)) return;
      const ids = literalIds(first);
      if (ids && (isWhole || source.slice(callee.start, callee.end).endsWith('.whole')))
        citations.whole.push(...ids);
      else if (ids) citations.ids.push(...ids);
      else citations.unreadable.push(first ? source.slice(first.start, first.end) : source.slice(start, end));
    },
  }).visit(program);
  return citations;
}
