import { describe, expect, it } from 'vitest';
import { shippedVectors } from '../node/shipped-vectors.ts';
import { five, many, meanOf, recommendedLabels, scoresOf, thirty } from '../testing/evaluate.ts';
import {
  chineseTasks,
  exampleNotes,
  observedTasks,
  paperTasks,
  thirtyTasks,
} from '../testing/evaluation-tasks.ts';
import { createCatalogue } from './catalogue.ts';
import { clausesOf } from './clauses.ts';
import { contentWords } from './content-words.ts';
import { say } from './reasons.ts';
import { stem } from './stem.ts';
import { readWordVectors } from './word-vectors.ts';

const vectors = shippedVectors();
const signifiers = five();
const catalogue = createCatalogue(signifiers, vectors);
const idOf = (label: string) => signifiers.find((one) => one.label === label)?.id ?? '';
const rank = (context: string, more: object = {}) =>
  catalogue.rank({ context, abilities: [], ...more });
const decisions = (context: string, more: object = {}) =>
  Object.fromEntries(
    rank(context, more).entries.map(({ id, decision }) => [
      signifiers.find((one) => one.id === id)?.label,
      decision,
    ]),
  );

describe('G1, B13: the evaluation', () => {
  it.each([
    ['the tasks of the paper', () => scoresOf(five(), paperTasks, { vectors }), 0.83],
    ['the same among thirty', () => scoresOf(thirty(), paperTasks, { vectors }), 0.73],
    ['a task for each of thirty', () => scoresOf(thirty(), thirtyTasks, { vectors }), 0.76],
    ['the tasks in Chinese', () => scoresOf(five(), chineseTasks, { vectors }), 0.83],
    ['the same in Chinese among thirty', () => scoresOf(thirty(), chineseTasks, { vectors }), 0.73],
  ])('of %s finds everything, with a precision of at least that', (_, scores, precision) => {
    const mean = meanOf(scores());
    expect(mean.recall).toBe(1);
    expect(mean.precision).toBeGreaterThanOrEqual(precision);
  });

  it('of what agents really wrote finds most, and with examples of an operator everything', () => {
    expect(meanOf(scoresOf(five(), observedTasks, { vectors })).recall).toBeGreaterThan(0.85);
    const taught = scoresOf(five(), observedTasks, { vectors, examples: exampleNotes });
    expect(meanOf(taught).recall).toBe(1);
  });
});

describe('a ranking', () => {
  it('has every signifier, in one order, whatever the context', () => {
    for (const context of [
      '',
      '目标',
      '???',
      'read the goal',
      'x'.repeat(20_000),
      '\u0000\ud800',
    ]) {
      const { entries } = rank(context);
      expect(entries.map(({ id }) => id).sort()).toEqual(signifiers.map(({ id }) => id).sort());
      expect(rank(context)).toEqual({ version: expect.any(String), entries });
    }
  });

  it('says which words, and which near ones, it found', () => {
    const [best] = rank('The agent wants to read the user goal.').entries;
    expect(best).toMatchObject({ score: 1, tiers: ['words', 'meaning'] });
    expect(best?.reason.text).toBe('has words of the context: read, user and goal');
    // As they are in the signifier: what is marked in it.
    expect(best?.matched.sort()).toEqual(['goal', 'returns', 'user']);
    const [near] = createCatalogue(thirty(), vectors).rank({
      context: 'Snap a photo',
      abilities: [],
    }).entries;
    expect(near).toMatchObject({ id: 'camera_snapshot', tiers: ['meaning'] });
    expect(near?.reason.text).toContain('“photo” is similar to “picture”');
    expect(near?.matched).toContain('picture');
  });

  it('recommends nothing to an agent without a context, and not everything', () => {
    for (const context of ['', ' ', 'The agent wants to']) {
      expect(new Set(Object.values(decisions(context)))).toEqual(new Set(['other']));
    }
    expect(rank('').entries[0]?.reason.statement.code).toBe('select.no-context');
  });

  it('recommends nothing where nothing is near', () => {
    const { entries } = rank('zzqx wvvk');
    expect(entries.every(({ decision }) => decision === 'other')).toBe(true);
    expect(entries[0]?.reason.text).toBe('nothing in it fits the context');
  });

  it('finds what is described in Chinese, with and without words of the glossary', () => {
    const chinese = createCatalogue(
      [
        { id: 'a', label: '基站_重启', context: '远程重启指定的基站', abilities: [] },
        { id: 'b', label: '报表_导出', context: '导出月度能耗报表', abilities: [] },
      ],
      vectors,
    );
    const labels = (context: string) =>
      chinese
        .rank({ context, abilities: [] })
        .entries.filter(({ decision }) => decision === 'recommended');
    expect(labels('需要重启三号基站').map(({ id }) => id)).toEqual(['a']);
    expect(labels('智能体要导出能耗报表').map(({ id }) => id)).toEqual(['b']);
  });

  it('of hundreds of signifiers has the right one first', () => {
    const all = many(300, ['alpha', 'beta', 'gamma', 'delta', 'tariff', 'harbor', 'violin']);
    const large = createCatalogue(all, vectors);
    const shown = recommendedLabels(all, large, { context: 'Initialize the robot' });
    expect(shown.length).toBeGreaterThan(0);
    expect(shown[0]).toContain('cherrybot_utcp_initialize');
  });
});

describe('what an agent may not use', () => {
  const context = 'The agent wants to read the user goal.';
  const label = 'goal_mcp_CurrentGoal';

  it('is blocked, however well it fits, and stays in the list with the reason', () => {
    const blocked = new Map([[idOf(label), say('select.unhealthy')]]);
    const last = rank(context, { blocked }).entries.at(-1);
    expect(last).toMatchObject({ id: idOf(label), decision: 'blocked', score: 1 });
    expect(last?.reason.text).toBe('belongs to a service that does not answer');
  });

  it('is not unblocked by a pin or an example', () => {
    const notes = new Map([[idOf(label), { isPinned: true, examples: [context] }]]);
    const blocked = new Map([[idOf(label), say('select.policy', { rule: 'no goals' })]]);
    expect(decisions(context, { notes, blocked })[label]).toBe('blocked');
  });

  it('is what needs an ability that it does not have', () => {
    const arm = 'https://example.org/abilities#Arm';
    const needing = signifiers.map((one) => ({
      ...one,
      abilities: one.label === label ? [arm] : [],
    }));
    const gated = createCatalogue(needing, vectors);
    const decisionOf = (abilities: string[]) =>
      gated.rank({ context, abilities }).entries.find(({ id }) => id === idOf(label));
    expect(decisionOf([])).toMatchObject({ decision: 'blocked' });
    expect(decisionOf([])?.reason.text).toContain(arm);
    expect(decisionOf([arm])).toMatchObject({ decision: 'recommended' });
  });
});

describe('what operators note', () => {
  const label = 'cherrybot_utcp_initialize';
  const context = 'The agent wants to read the user goal.';

  it('pins a signifier for every context', () => {
    const notes = new Map([[idOf(label), { isPinned: true }]]);
    expect(decisions(context, { notes })[label]).toBe('recommended');
    expect(decisions('', { notes })[label]).toBe('recommended');
  });

  it('hides one that fits, which stays among the others', () => {
    const notes = new Map([[idOf('goal_mcp_CurrentGoal'), { isHidden: true }]]);
    const entry = rank(context, { notes }).entries.find(
      ({ id }) => id === idOf('goal_mcp_CurrentGoal'),
    );
    expect(entry).toMatchObject({ decision: 'other', score: 1 });
    expect(entry?.reason.text).toBe('is hidden by an operator');
  });

  it('teaches a phrase, also in Chinese, and no context that lacks it', () => {
    const notes = new Map([[idOf(label), { examples: ['warm up the machine', '早上开工'] }]]);
    const entry = rank('It is time to warm up the machines', { notes }).entries[0];
    expect(entry?.id).toBe(idOf(label));
    expect(entry?.reason.text).toBe('the context is like the example “warm up the machine”');
    expect(decisions('早上开工之前', { notes })[label]).toBe('recommended');
    expect(decisions(context, { notes })[label]).toBe('other');
  });
});

describe('a context', () => {
  it('is several, if each part says something', () => {
    expect(clausesOf('The agent wants to read the goal or provide feedback on the goal.')).toEqual([
      'read the goal',
      'provide feedback on the goal.',
    ]);
    expect(clausesOf('Compare apples and pears')).toEqual(['Compare apples and pears']);
    expect(clausesOf('智能体想读取目标，或者提供反馈')).toEqual(['读取目标，', '提供反馈']);
  });

  it('is the words in it that say something', () => {
    expect(contentWords('The agent wants to call goal_mcp_CurrentGoal')).toEqual([
      'call',
      'goal',
      'mcp',
      'current',
      'goal',
    ]);
    expect(contentWords('控制机器人')).toContain('robot');
    expect(contentWords('')).toEqual([]);
  });

  it.each([
    ['operations', 'oper'],
    ['notifying', 'notifi'],
    ['notify', 'notifi'],
    ['converted', 'convert'],
    ['formalization', 'formal'],
    ['agreed', 'agre'],
    ['ties', 'ti'],
    ['hopping', 'hop'],
    ['controlling', 'control'],
    ['rates', 'rate'],
    ['the', 'the'],
    ['移动', '移动'],
  ])('has the stem of %s', (word, stemmed) => {
    expect(stem(word)).toBe(stemmed);
  });
});

describe('the vectors', () => {
  it('are of the words of their file', () => {
    expect(vectors.rankOf('the')).toBe(0);
    expect(vectors.rankOf('cherrybot')).toBe(-1);
    const length = new Float32Array(100);
    vectors.copyInto(length, 0, vectors.rankOf('robot'));
    expect(length.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5);
  });

  it('of another make are refused', () => {
    expect(() => readWordVectors('a\nb', new Int8Array(100))).toThrow('2 words, and 1 vectors');
  });
});
