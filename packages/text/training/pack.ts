/** A quarter of the largest number may be cut off where that makes the others nearer. */
const CUTS = [1, 0.9, 0.8, 0.7, 0.6];
const HIGHEST = 7;

/** `WMT1`, the lowest byte first. */
const MAGIC = 0x31544d57;

/** The file of a table: see `EmbeddingTable`. */
export function packTable(words: readonly string[], rows: Float32Array, dimensions: number): Buffer {
  const count = rows.length / dimensions;
  const text = Buffer.from(`${words.join('\n')}\n`);
  const header = Buffer.alloc(20);
  for (const [place, value] of [MAGIC, words.length, count - words.length, dimensions, text.length].entries())
    header.writeUInt32LE(value, 4 * place);
  const scales = Buffer.alloc(4 * count);
  const halves = Buffer.alloc((count * dimensions) / 2);
  for (let row = 0; row < count; row += 1) {
    const numbers = rows.subarray(row * dimensions, (row + 1) * dimensions);
    const scale = bestScale(numbers);
    scales.writeFloatLE(scale, 4 * row);
    for (let i = 0; i < dimensions; i += 2)
      halves[(row * dimensions + i) / 2] =
        half(numbers[i] ?? 0, scale) | (half(numbers[i + 1] ?? 0, scale) << 4);
  }
  return Buffer.concat([header, text, scales, halves]);
}

const rounded = (value: number, scale: number): number =>
  Math.max(-HIGHEST, Math.min(HIGHEST, Math.round(value / scale)));

const half = (value: number, scale: number): number => rounded(value, scale) + 8;

/** With the least error of the row. */
function bestScale(numbers: Float32Array): number {
  const largest = numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-12);
  const errors = CUTS.map((cut) => {
    const scale = (largest * cut) / HIGHEST;
    return {
      scale,
      error: numbers.reduce((sum, value) => sum + (rounded(value, scale) * scale - value) ** 2, 0),
    };
  });
  return errors.reduce((best, each) => (each.error < best.error ? each : best)).scale;
}
