/** Where a text is cut, best first: between paragraphs, lines, sentences, words. */
const BOUNDARIES = ['\n\n', '\n', '. ', ' '];

/**
 * Cuts a text into pieces of at most `bytesMax` bytes of UTF-8, at a paragraph, line, sentence or word where the second
 * half of a piece holds one, and never within a code point. Nothing is lost: the pieces joined are the text.
 * @param bytesMax at least 4, the longest code point
 * @returns the pieces in order, none of them empty; at most `piecesMax`, and what lies behind them is left out
 */
export function splitText(text: string, bytesMax: number, piecesMax: number): string[] {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(bytesMax);
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length && pieces.length < piecesMax) {
    // A piece has at most as many UTF-16 units as bytes, so this window always suffices.
    const window = text.slice(start, start + bytesMax);
    const fits = encoder.encodeInto(window, buffer).read;
    const whole = start + fits >= text.length;
    const length = whole ? fits : boundaryWithin(window.slice(0, fits));
    pieces.push(text.slice(start, start + length));
    start += length;
  }
  return pieces;
}

function boundaryWithin(piece: string): number {
  for (const boundary of BOUNDARIES) {
    const at = piece.lastIndexOf(boundary);
    if (at >= piece.length / 2) return at + boundary.length;
  }
  return piece.length;
}
