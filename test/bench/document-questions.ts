import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { parse } from 'yaml';
import { callTool } from '../support/clients/mcp-client.ts';
import { ingestFolder } from './documents/ingest-folder.ts';
import { startBench } from './documents/start-bench.ts';

interface Question {
  question: string;
  /** Name of its tree, and the path below it. */
  source: string;
  /** Words of the title of the right section. */
  section: string;
  /** All of it stands in what answers the question. */
  answer: string[];
}

const SHOWN = 5;

/**
 * Questions over public trees of documentation, which the command ingests from `DOCUMENTS_BENCH_TREES='NAME=FOLDER …'`:
 * whether the right section is among the first of `memory_search`, and whether the answer stands in the text that a model
 * reads. DOCUMENTS_BENCH_QUESTIONS names their file in documents/, which tells the trees.
 */
export async function benchDocumentQuestions(): Promise<void> {
  const file = process.env['DOCUMENTS_BENCH_QUESTIONS'] ?? 'questions.yaml';
  const questions = parse(
    await readFile(path.join(import.meta.dirname, 'documents', file), 'utf8'),
  ) as Question[];
  const trees = (process.env['DOCUMENTS_BENCH_TREES'] ?? '').split(/\s+/).filter(Boolean);
  if (trees.length === 0) throw new Error('Name the trees as NAME=FOLDER in DOCUMENTS_BENCH_TREES.');
  const folder = await mkdtemp(path.join(tmpdir(), 'workspace-memory-bench-'));
  try {
    await using bench = await startBench(folder);
    for (const tree of trees) {
      const [name = '', at = ''] = tree.split('=');
      const { documents, created, failures } = await ingestFolder(at, bench, name);
      console.log(`${name}: ${documents} documents, ${created} memories, ${failures.length} failed`);
      for (const { source, message } of failures) console.log(`not read: ${source}: ${message}`);
    }
    const until =
      performance.now() + Number(process.env['DOCUMENTS_BENCH_SECONDS'] ?? Number.POSITIVE_INFINITY) * 1_000;
    for (let left = await bench.depth(); left > 0; left = await bench.depth()) {
      if (performance.now() > until)
        return console.log(`${left} jobs left: with DOCUMENTS_BENCH_KEEP run it again`);
      await Promise.all([bench.work(), wait(200)]);
    }
    const client = new Client({ name: 'bench', version: '1.0.0' });
    const key = bench.environment['WORKSPACE_MEMORY_API_TOKEN'];
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', bench.environment['WORKSPACE_MEMORY_URL']), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
    );
    const places: number[] = [];
    let answered = 0;
    let characters = 0;
    for (const { question, source, section, answer } of questions) {
      const { text, structured } = await callTool(client, 'memory_search', { query: question, limit: SHOWN });
      const results = structured.results as { title: string; files?: string[] }[];
      const wanted = source.slice(source.indexOf('/') + 1);
      const place = results.findIndex(
        (result) => result.title.includes(section) && isOf(result.files ?? [], wanted),
      );
      const said = text.replaceAll(/\s+/g, ' ');
      const isAnswered = answer.every((words) => said.includes(words));
      places.push(place);
      answered += Number(isAnswered);
      characters += text.length;
      if (place < 0 || place > 2 || !isAnswered)
        console.log(
          `${question}\n  ${place + 1 || '-'}, ${isAnswered ? 'answered' : 'not answered'}: ${results.map(({ title }) => title).join(' | ')}`,
        );
    }
    await client.close();
    const within = (count: number) => places.filter((place) => place >= 0 && place < count).length;
    console.log(
      `right section first ${within(1)}, in the first three ${within(3)}, in the first five ${within(5)} of ${questions.length}; ` +
        `the answer in the text ${answered}, ${Math.round(characters / questions.length)} characters of text`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isOf = (files: readonly string[], wanted: string): boolean =>
  files.some((name) => name === wanted || name.endsWith(`/${wanted}`));
