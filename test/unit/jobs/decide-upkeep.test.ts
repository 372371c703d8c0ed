import { describe, expect, it } from 'vitest';
import type { Upkeep } from '@memory/db';
import {
  decideModelStep,
  isRefreshDue,
  type ModelSituation,
} from '../../../packages/core/src/upkeep/upkeep.ts';

const upkeep: Upkeep = {
  memories: 100,
  changes: 0,
  secondsSinceRefresh: 0,
  waiting: 0,
  nextModel: null,
};

describe('isRefreshDue', () => {
  it.each([
    ['nothing changed', {}, false],
    ['less than a quarter changed', { changes: 24 }, false],
    ['a quarter changed', { changes: 25 }, true],
    ['fifteen first memories', { memories: 0, changes: 15 }, false],
    ['sixteen first memories', { memories: 0, changes: 16 }, true],
    ['one change, yesterday', { changes: 1, secondsSinceRefresh: 90_000 }, true],
    ['nothing changed since yesterday', { secondsSinceRefresh: 90_000 }, false],
  ])('%s', (_title, change, due) => {
    expect(isRefreshDue({ ...upkeep, ...change })).toBe(due);
  });
});

describe('decideModelStep', () => {
  const next = (name: string, silentSeconds: number) => ({ nextModel: { name, silentSeconds } });

  it.each<[string, Partial<ModelSituation>, Partial<ModelSituation['upkeep']>, string]>([
    ['the configured model in use', {}, {}, 'nothing'],
    ['another model configured', { current: 'a/old/256' }, {}, 'prepare a/new/1024'],
    ['re-embedding', { current: 'a/old/256' }, next('a/new/1024', 5), 'nothing'],
    ['a re-embedding that stopped', { current: 'a/old/256' }, next('a/new/1024', 601), 'resume a/new/1024'],
    ['a lost queue', { current: 'a/old/256', restart: true }, next('a/new/1024', 1), 'resume a/new/1024'],
    [
      'another model configured meanwhile',
      { current: 'a/old/256' },
      next('b/other/512', 5),
      'prepare a/new/1024',
    ],
    ['back to the one in use', {}, next('b/other/512', 5), 'prepare a/new/1024'],
    ['no provider', { configured: null }, {}, 'nothing'],
    ['no vector yet', { current: null }, {}, 'nothing'],
  ])('%s', (_title, situation, change, expected) => {
    const step = decideModelStep({
      configured: 'a/new/1024',
      current: 'a/new/1024',
      restart: false,
      ...situation,
      upkeep: { ...upkeep, ...change },
    });
    expect('model' in step ? `${step.do} ${step.model}` : step.do).toBe(expected);
  });
});
