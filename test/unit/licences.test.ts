import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../support/verifies.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Licences that ask for no more than their notice. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

interface LockedPackage {
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
}

const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const shipped = Object.entries(packages).filter(
  ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
);

/** The licence of a locked package; some say it in their own description only. */
function licenceOf(path: string, { license }: LockedPackage): string {
  if (license) return license;
  const own = JSON.parse(readFileSync(`${ROOT}${path}/package.json`, 'utf8')) as {
    license?: string;
    licenses?: { type: string }[];
  };
  return own.license ?? own.licenses?.map(({ type }) => type).join(' AND ') ?? 'none';
}

/** Whether one of the licences that a choice offers is allowed, or all where several hold. */
function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id.trim())));
}

verifies('supply.licences', () => {
  expect(shipped.length).toBeGreaterThan(200);
  const refused = shipped
    .map(([path, locked]) => `${path}: ${licenceOf(path, locked)}`)
    .filter((line) => !isAllowed(line.slice(line.indexOf(': ') + 2)));
  expect(refused).toEqual([]);
});

test('a licence that asks for more is told', () => {
  expect(isAllowed('GPL-3.0-or-later')).toBe(false);
  expect(isAllowed('MIT AND GPL-3.0-only')).toBe(false);
  expect(isAllowed('none')).toBe(false);
  expect(isAllowed('(MIT OR GPL-3.0-or-later)')).toBe(true);
});

verifies('supply.pinned', () => {
  const loose = Object.entries(packages)
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([path]) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(
        readFileSync(`${ROOT}${path === '' ? '' : `${path}/`}package.json`, 'utf8'),
      ) as Record<string, Record<string, string>>;
      return Object.entries({ ...dependencies, ...devDependencies })
        .filter(([name, range]) => !name.startsWith('@memory/') && !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range))
        .map(([name, range]) => `${path}: ${name} ${range}`);
    });
  expect(loose).toEqual([]);
  const unchecked = shipped.filter(([, { integrity }]) => !integrity).map(([path]) => path);
  expect(unchecked).toEqual([]);
});
