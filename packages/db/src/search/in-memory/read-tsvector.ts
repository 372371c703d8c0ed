const [SPACE, QUOTE, BACKSLASH, COLON, COMMA, ZERO, NINE] = [32, 39, 92, 58, 44, 48, 57] as const;

/** Reads a tsvector's text form (`'word':1,5 'it''s':2`), whose weights are passed over. */
export function readTsvector(text: string, word: (lexeme: string, positions: number[]) => void): void {
  let at = 0;
  while (at < text.length) {
    if (text.charCodeAt(at) === SPACE) {
      at += 1;
      continue;
    }
    let from = at + 1;
    let lexeme = '';
    for (at = from; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code !== QUOTE && code !== BACKSLASH) continue;
      if (code === QUOTE && text.charCodeAt(at + 1) !== QUOTE) break;
      // A doubled quote or backslash stands for one.
      lexeme += text.slice(from, at + 1);
      at += 1;
      from = at + 1;
    }
    lexeme += text.slice(from, at);
    at += 1;
    const positions: number[] = [];
    if (text.charCodeAt(at) === COLON) {
      let number = 0;
      for (at += 1; at < text.length && text.charCodeAt(at) !== SPACE; at += 1) {
        const code = text.charCodeAt(at);
        if (code === COMMA) {
          positions.push(number);
          number = 0;
        } else if (code >= ZERO && code <= NINE) number = number * 10 + code - ZERO;
      }
      positions.push(number);
    }
    word(lexeme, positions);
  }
}
