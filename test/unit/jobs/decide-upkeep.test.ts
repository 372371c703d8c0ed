import { describe, expect, it } from 'vitest';
import {
  decideModelStep,
  isRefreshDue,
  type ModelSituation,
} from '../../../packages/core/src/upkeep/decide-upkeep.ts';

const upkeep: ModelSituation['upkeep'] = {
  memories: 100,
  changes: 0,
  changesSinceTraining: 0,
  trainedMemories: 100,
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
  const neural = { model: 'openai/small/1024' };

  it.each<[string, Partial<ModelSituation>, Partial<ModelSituation['upkeep']>, string]>([
    ['too few memories to train', {}, { memories: 15, trainedMemories: 0 }, 'nothing'],
    ['enough to train first', { current: 'lexical-512/0' }, { memories: 16, trainedMemories: 0 }, 'train'],
    ['less than a quarter since', {}, { changesSinceTraining: 24 }, 'nothing'],
    ['a quarter since', {}, { changesSinceTraining: 25 }, 'train'],
    [
      'a quarter since, while re-embedding',
      {},
      { changesSinceTraining: 25, ...next('lexical-512/2', 5) },
      'nothing',
    ],
    ['a re-embedding that stopped', {}, next('lexical-512/2', 601), 'resume lexical-512/2'],
    ['a lost queue', { restart: true }, next('lexical-512/2', 1), 'resume lexical-512/2'],
    ['another model configured', { configured: neural }, {}, 'prepare openai/small/1024'],
    ['the configured model in use', { configured: neural, current: neural.model }, {}, 'nothing'],
    [
      'another model configured meanwhile',
      { configured: neural },
      next('openai/old/256', 5),
      'prepare openai/small/1024',
    ],
    [
      'back to the one in use',
      { configured: neural, current: neural.model },
      next('openai/old/256', 5),
      'prepare openai/small/1024',
    ],
    ['lexical again, few memories', { current: neural.model }, { memories: 3 }, 'prepare lexical-512/0'],
    ['lexical again, many memories', { current: neural.model }, {}, 'train'],
    ['no provider', { configured: 'none' }, { changesSinceTraining: 99 }, 'nothing'],
    ['no vector yet', { current: null, configured: neural }, {}, 'nothing'],
  ])('%s', (_title, situation, change, expected) => {
    const step = decideModelStep({
      configured: 'lexical',
      current: 'lexical-512/1',
      restart: false,
      ...situation,
      upkeep: { ...upkeep, ...change },
    });
    expect('model' in step ? `${step.do} ${step.model}` : step.do).toBe(expected);
  });
});
