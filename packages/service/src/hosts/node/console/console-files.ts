import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ASSET_CACHE_CONTROL, CONSOLE_HEADERS, PAGE_CACHE_CONTROL } from '@memory/contracts/console';
import type { EndpointResult } from '../../../doors/http/endpoint-context.ts';

/** Addresses below which the console shows something; `/` is one as well. */
const VIEWS = new Set([
  '',
  'changes',
  'code',
  'documents',
  'graph',
  'inbox',
  'memories',
  'new',
  'operation',
  'search',
  'sessions',
]);

/** Paths that the service answers itself, whoever asks. */
const INTERFACE = new Set(['.console', '.local', '.well-known', 'api', 'assets', 'mcp', 'uploads']);

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Where the built console lies: in the package beside this program's folder, in the repository in its own `dist`. */
const CONSOLE_FOLDER = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../../../console/dist', import.meta.url)
    : new URL('./', import.meta.url),
);

/** Twice what one build has. */
const GZIPPED_MAX = 100;

const NOT_BUILT = `<!doctype html><meta charset="utf-8"><title>Workspace Memory</title>
<h1>The console is not built</h1><p>Run <code>npm run console</code>, then reload this page.</p>`;

interface PageRequest {
  method: string;
  path: string;
  accept: string;
  /** A browser goes there: an address that is mistyped is told by the console. */
  isNavigation: boolean;
  acceptEncoding?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/**
 * A page or file of the console. A page is for who asks for HTML: programs that call the same address are answered as ever.
 * @returns undefined when the console has nothing there
 */
export async function consoleFile(
  { method, path, accept, isNavigation, acceptEncoding = '', ifNoneMatch }: PageRequest,
  folder = CONSOLE_FOLDER,
): Promise<EndpointResult | undefined> {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  // Names of files are made by the build: letters, digits, no folder.
  const asset = /^\/assets\/[\w-][\w.-]*$/u.test(path) || /^\/icon\.svg$/u.test(path);
  const asked = { ifNoneMatch, takesGzip: /\bgzip\b/u.test(acceptEncoding) };
  if (asset) return fileAt(join(folder, path), { ...asked, isHashed: path.startsWith('/assets/') });
  const [, view = ''] = path.split('/');
  const isPage = VIEWS.has(view) || (isNavigation && !INTERFACE.has(view));
  if (!isPage || !/\btext\/html\b/u.test(accept)) return undefined;
  const index = () => fileAt(join(folder, 'index.html'), { ...asked, isHashed: false });
  return (await index()) ?? ((await buildFromSource()) ? await index() : undefined) ?? notBuilt();
}

async function fileAt(
  file: string,
  {
    ifNoneMatch,
    takesGzip,
    isHashed,
  }: { ifNoneMatch: string | undefined; takesGzip: boolean; isHashed: boolean },
): Promise<EndpointResult | undefined> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  const bytes = await readFile(file);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const isPage = file.endsWith('.html');
  const headers = {
    ...CONSOLE_HEADERS,
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    // A page names its assets by their content, so it must be the latest; an asset never changes.
    'cache-control': isPage ? PAGE_CACHE_CONTROL : isHashed ? ASSET_CACHE_CONTROL : 'no-cache',
    ...(isPage ? {} : { etag }),
    vary: 'Accept, Accept-Encoding',
  };
  if (!isPage && ifNoneMatch === etag) return { statusCode: 304, headers };
  const ready = (body: Buffer, more = {}): EndpointResult => ({
    statusCode: 200,
    headers: { ...headers, ...more },
    body: body.toString('base64'),
    isBase64Encoded: true,
  });
  return takesGzip ? ready(await compressed(etag, bytes), { 'content-encoding': 'gzip' }) : ready(bytes);
}

/** By what they hold: a third of the bytes, and made once, since a page asks for all of its files at its start. */
const gzipped = new Map<string, Promise<Buffer>>();

function compressed(etag: string, bytes: Buffer): Promise<Buffer> {
  const known = gzipped.get(etag);
  if (known) return known;
  // A clone that is built again and again keeps none of the builds before.
  if (gzipped.size >= GZIPPED_MAX) gzipped.clear();
  const made = promisify(gzip)(bytes);
  gzipped.set(etag, made);
  return made;
}

let building: Promise<boolean> | undefined;

/** In a clone that was started past `npm start` the first look builds the console, in a process of its own. */
async function buildFromSource(): Promise<boolean> {
  const program = fileURLToPath(new URL('../../../../../console/build.ts', import.meta.url));
  if (!import.meta.url.endsWith('.ts') || !existsSync(program)) return false;
  building ??= promisify(execFile)(process.execPath, [program]).then(
    () => true,
    () => false,
  );
  return building.finally(() => (building = undefined));
}

const notBuilt = (): EndpointResult => ({
  statusCode: 503,
  headers: { ...CONSOLE_HEADERS, 'content-type': TYPES['.html'] ?? '', 'cache-control': PAGE_CACHE_CONTROL },
  body: NOT_BUILT,
});
