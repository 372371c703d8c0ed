import { type CodeSymbol, conditionField, seldom } from '../file-index.ts';

/** Whether a definition of C stands in a branch that most builds leave out. */
export function isConditional({ fields }: CodeSymbol): boolean {
  return fields?.[conditionField] === seldom;
}

/**
 * The longest of several overloads or redefinitions stands for all: a signature without a body is shorter. One that most
 * builds leave out gives way.
 */
export function putLonger(map: Map<string, CodeSymbol>, name: string, symbol: CodeSymbol): void {
  const known = map.get(name);
  const isBetter =
    known && isConditional(known) !== isConditional(symbol)
      ? isConditional(known)
      : !known || lengthOf(symbol) > lengthOf(known);
  if (isBetter) map.set(name, symbol);
}

const lengthOf = ({ startLine, endLine }: CodeSymbol): number => endLine - startLine;

export function longest(symbols: readonly CodeSymbol[]): CodeSymbol | undefined {
  let found: CodeSymbol | undefined;
  for (const one of symbols) if (!found || lengthOf(one) > lengthOf(found)) found = one;
  return found;
}

export function takes({ parameters }: CodeSymbol, given: number): boolean {
  if (!parameters) return true;
  const [fewest, most] = parameters;
  return given >= fewest && (most === null || given <= most);
}

/** Where overloads of one file stand together. */
export const placeOf = ({ key }: CodeSymbol): string => key.replace(/~\d+$/u, '');
