/** Encodings by the byte order mark of a source; old tools of Windows write UTF-16. */
const marks = [
  { bytes: [0xff, 0xfe], label: 'utf-16le' },
  { bytes: [0xfe, 0xff], label: 'utf-16be' },
];

/**
 * A source from its bytes: UTF-8, or UTF-16 by its mark; what is neither is read as the encoding that old sources have, where
 * every byte is a letter.
 * @returns undefined for what is no text: a NUL stands in no source
 */
export function sourceText(content: Uint8Array): string | undefined {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte));
  if (!mark && content.includes(0)) return undefined;
  const text = decoded(content, mark?.label ?? 'utf-8');
  return text.includes('\0') ? undefined : text;
}

function decoded(content: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label, { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}
