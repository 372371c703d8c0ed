/** A command as it is typed, and the lines that it prints. */
export interface Scene {
  command: string;
  output: readonly string[];
}

const [LINE, CHARACTER, MARGIN] = [19, 7.8, 16];
const [PER_CHARACTER_S, PAUSE_S, LINE_S, READ_S, END_S] = [0.03, 0.5, 0.08, 1.2, 5];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Breaks at spaces; what continues a command or a line stands two in. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > columns) {
    const space = rest.lastIndexOf(' ', columns);
    const end = space > columns / 2 ? space : columns;
    lines.push(rest.slice(0, end));
    rest = `  ${rest.slice(end).trimStart()}`;
  }
  return [...lines, rest];
}

/** A terminal that types the commands and prints their lines, again and again: a picture that moves where scripts may not run. */
export function renderTerminal(scenes: readonly Scene[], { columns }: { columns: number }): string {
  let [at, row] = [0.5, 0];
  const parts: string[] = [];
  const y = () => MARGIN + 24 + row * LINE;
  const appears = `<set attributeName="visibility" to="visible" begin="film.begin+BEGIN" end="film.end"/>`;
  for (const { command, output } of scenes) {
    for (const line of wrapped(`$ ${command}`, columns)) {
      const seconds = line.length * PER_CHARACTER_S;
      const width = line.length * CHARACTER + 2;
      parts.push(
        `<clipPath id="c${row}"><rect x="${MARGIN}" y="${y() - LINE}" height="${LINE + 4}" width="0">` +
          `<animate attributeName="width" from="0" to="${width}" begin="film.begin+${at.toFixed(2)}s" dur="${seconds.toFixed(2)}s" fill="freeze"/></rect></clipPath>` +
          `<text class="typed" x="${MARGIN}" y="${y()}" clip-path="url(#c${row})" visibility="hidden">${escaped(line)}${appears.replace('BEGIN', `${at.toFixed(2)}s`)}</text>`,
      );
      at += seconds;
      row += 1;
    }
    at += PAUSE_S;
    for (const line of output.flatMap((each) => wrapped(each, columns))) {
      if (line.trim())
        parts.push(
          `<text x="${MARGIN}" y="${y()}" visibility="hidden">${escaped(line)}${appears.replace('BEGIN', `${at.toFixed(2)}s`)}</text>`,
        );
      at += LINE_S;
      row += 1;
    }
    row += 1;
    at += READ_S;
  }
  const [width, height] = [Math.ceil(columns * CHARACTER + 2 * MARGIN), Math.ceil(y())];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(scenes.map(({ command }) => command).join('; '))}</title>
<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#c9d1d9;white-space:pre}.typed{fill:#7ee787}</style>
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"><animate id="film" attributeName="opacity" from="1" to="1" begin="0s;film.end" dur="${(at + END_S).toFixed(1)}s"/></rect>
<g fill="#484f58"><circle cx="20" cy="16" r="5"/><circle cx="38" cy="16" r="5"/><circle cx="56" cy="16" r="5"/></g>
${parts.join('\n')}
</svg>
`;
}
