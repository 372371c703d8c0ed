import type { CodeChainLink, CodeNeighbour, CodeSymbolRecord } from '@memory/contracts';
import { neutralLine } from '@memory/core';

/** A symbol on one line: what it is, where it stands, its signature and its identifier. */
export function symbolLine(symbol: CodeSymbolRecord): string {
  const { symbol_type, qualified_name, repository, file_path, start_line, end_line, signature, doc } = symbol;
  const details = [signature === file_path ? '' : signature, doc ?? ''].filter(Boolean).join(' — ');
  const place = `${repository}: ${file_path}:${start_line}-${end_line}`;
  return neutralLine(
    `- ${symbol_type} ${qualified_name} (${place}; symbol_id ${symbol.symbol_id})${details && `: ${details}`}`,
  );
}

export const neighbourLine = (neighbour: CodeNeighbour): string =>
  `${symbolLine(neighbour)} [${neighbour.relation}, line ${neighbour.line}, confidence ${neighbour.confidence}]`;

export const linkLine = (link: CodeChainLink): string =>
  `${symbolLine(link)} [${link.depth} ${link.depth === 1 ? 'call' : 'calls'} away]`;

/** A heading with its lines; nothing without lines. */
export const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`## ${heading}`, ...lines, ''] : [];
