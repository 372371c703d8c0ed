import type { CodeNeighbour, CodeSymbolRecord } from '@memory/contracts';
import type { CodeSymbolRow, NeighbourRow } from '@memory/db';

export function presentSymbol(row: CodeSymbolRow): CodeSymbolRecord {
  return {
    symbol_id: row.id,
    name: row.name,
    qualified_name: row.qualified_name,
    symbol_type: row.kind,
    class_name: row.class_name,
    repository: row.repository,
    file_path: row.path,
    language: row.language,
    start_line: row.start_line,
    end_line: row.end_line,
    signature: row.signature,
    doc: row.doc,
  };
}

export function presentNeighbour(row: NeighbourRow): CodeNeighbour {
  return {
    ...presentSymbol(row.symbol),
    relation: row.relation,
    confidence: row.confidence,
    found_by: row.found_by,
    line: row.line,
    lines: row.lines.length > 0 ? row.lines : [row.line],
    references: row.references,
  };
}
