import { EXIT_CODES } from '../src/command/program.ts';
import manifest from '../package.json' with { type: 'json' };

/** The manual page: what `--help` says of each command, in the form that `man` reads. */
export function manPage(texts: Readonly<Record<string, string>>): string {
  const { '': whole = '', ...commands } = texts;
  return [
    `.TH WORKSPACE-MEMORY 1 "" "workspace-memory ${manifest.version}"`,
    '.SH NAME',
    `workspace-memory \\- ${escaped(manifest.description)}`,
    '.SH SYNOPSIS',
    preformatted(whole),
    '.SH COMMANDS',
    ...Object.entries(commands).flatMap(([name, text]) => [`.SS ${name}`, preformatted(text)]),
    '.SH EXIT STATUS',
    escaped(EXIT_CODES),
    '',
  ].join('\n');
}

const preformatted = (text: string): string => `.nf\n${escaped(text.trimEnd())}\n.fi`;

/** A line that begins with a dot or a quote would be a request. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^(?=[.'])/gmu, '\\&');
