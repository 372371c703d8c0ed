import { spawnSync } from 'node:child_process';

/** Known vulnerabilities of what is shipped. Some registries do not answer the question: the step then says so and passes. */
const LEVEL = 'moderate';

const { stdout, status } = spawnSync('npm', ['audit', '--omit=dev', '--json', `--audit-level=${LEVEL}`], {
  encoding: 'utf8',
});

interface Report {
  vulnerabilities?: Record<string, { severity: string; range: string }>;
  message?: string;
  error?: { summary?: string };
}

const report = readReport(stdout);
if (!report?.vulnerabilities) {
  const said = report?.message ?? report?.error?.summary ?? 'no answer';
  console.log(`SKIPPED: the registry does not tell vulnerabilities (${said}). Nothing was checked.`);
} else {
  for (const [name, { severity, range }] of Object.entries(report.vulnerabilities))
    console.log(`${severity}: ${name} ${range}`);
  console.log(status === 0 ? `No vulnerability of level ${LEVEL} or above.` : 'Update or replace these.');
  process.exitCode = status ?? 1;
}

function readReport(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}
