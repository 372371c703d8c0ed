import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { parse } from 'yaml';
import { createWorkspace } from '@memory/core';
import type { IngestSummary } from '../../packages/agents/src/ingest/ingest-documents.ts';
import { callTool } from '../support/clients/mcp-client.ts';
import { startStoryService } from './recall/start-story-service.ts';

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
  await using host = await startStoryService();
  const { service, queue } = host;
  const { key } = await createWorkspace(service.services, { name: 'bench', language: 'english' });
  const environment = {
    ...process.env,
    WORKSPACE_MEMORY_URL: service.url,
    WORKSPACE_MEMORY_API_TOKEN: key,
  };
  for (const tree of trees) {
    const [name = '', at = ''] = tree.split('=');
    const { documents, created, failures } = await ingestFolder(at, environment, name);
    console.log(`${name}: ${documents} documents, ${created} memories, ${failures.length} failed`);
    for (const { source, message } of failures) console.log(`not read: ${source}: ${message}`);
  }
  await queue.drain();
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', service.url), {
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
}

const isOf = (files: readonly string[], wanted: string): boolean =>
  files.some((name) => name === wanted || name.endsWith(`/${wanted}`));

const CLI = path.join(import.meta.dirname, '../../packages/agents/src/main.ts');

/** Ingests a folder by the command, in a process of its own; the sources are paths below it. */
async function ingestFolder(
  folder: string,
  environment: NodeJS.ProcessEnv,
  origin: string,
): Promise<IngestSummary> {
  const running = promisify(execFile)(process.execPath, [CLI, 'ingest', '--json', '--origin', origin, '.'], {
    cwd: folder,
    env: environment,
    maxBuffer: 64 * 1_024 * 1_024,
  });
  // It ends with status 1 where one document cannot be read.
  const { stdout } = await running.catch((error: { stdout: string; stderr: string }) => {
    if (error.stdout) return error;
    throw new Error(error.stderr, { cause: error });
  });
  return JSON.parse(stdout) as IngestSummary;
}
