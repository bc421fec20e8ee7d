import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shippedVectors } from '../node/shipped-vectors.ts';
import { recommendedLabels, thirty } from '../testing/evaluate.ts';
import { observedTasks, paperTasks, thirtyTasks } from '../testing/evaluation-tasks.ts';
import { createCatalogue } from './catalogue.ts';
import { say } from './reasons.ts';

const vectors = shippedVectors();
const honest = thirty();
const contexts = [...paperTasks, ...observedTasks, ...thirtyTasks].map(({ context }) => context);
const plain = createCatalogue(honest, vectors);
const all = (texts: readonly string[]) => texts.join(' ');

const words = readFileSync(new URL('../../vectors/glove-words.txt', import.meta.url), 'utf8');
const dictionary = all(words.split('\n').slice(0, 3_000));

const stuffed = (context: string) => ({ id: 'stuffed', label: 'stuffed', context, abilities: [] });

/** Contexts of which an honest description has a word. */
const said = contexts.filter((context) =>
  plain.rank({ context, abilities: [] }).entries[0]?.tiers.includes('words'),
);

describe('a description that is stuffed with words', () => {
  it.each([
    ['that all others use', all(honest.map(({ label, context }) => `${label} ${context}`))],
    ['that agents use, among those of a dictionary', `${all(contexts)} ${dictionary}`],
    ['of a dictionary', dictionary],
  ])('%s wins no selection from one that has a word of it', (_, text) => {
    const catalogue = createCatalogue([...honest, stuffed(text)], vectors);
    const won = said.filter((context) => {
      const { entries } = catalogue.rank({ context, abilities: [] });
      return entries[0]?.id === 'stuffed';
    });
    expect(won).toEqual([]);
  });

  it('of a dictionary is offered for no context, also where no other has a word of it', () => {
    const catalogue = createCatalogue([...honest, stuffed(dictionary)], vectors);
    const offered = contexts.filter((context) => {
      const { entries } = catalogue.rank({ context, abilities: [] });
      return entries.some(({ id, decision }) => id === 'stuffed' && decision === 'recommended');
    });
    expect(offered).toEqual([]);
  });

  it.each(['goal', 'read user goal', 'picture camera'])(
    'is no better by repeating “%s”',
    (phrase) => {
      const context = `The agent wants: ${phrase}`;
      const scoreOf = (text: string) => {
        const { entries } = createCatalogue([...honest, stuffed(text)], vectors).rank({
          ...{ context, abilities: [] },
        });
        return entries.find(({ id }) => id === 'stuffed')?.score;
      };
      const once = `Does something about ${phrase}`;
      expect(scoreOf(`${once} ${all(Array.from({ length: 500 }, () => phrase))}`)).toBe(
        scoreOf(once),
      );
    },
  );

  it('displaces nothing while nobody has approved it', () => {
    const signifiers = [...honest, stuffed(all(contexts))];
    const catalogue = createCatalogue(signifiers, vectors);
    const blocked = new Map([['stuffed', say('select.hidden')]]);
    for (const context of contexts.slice(0, 10)) {
      const unapproved = new Set(['stuffed']);
      const { entries } = catalogue.rank({ context, abilities: [], blocked, unapproved });
      const before = recommendedLabels(honest, plain, { context });
      const after = entries.flatMap(({ id, decision }) =>
        decision === 'recommended' ? [honest.find((one) => one.id === id)?.label] : [],
      );
      expect(after).toEqual(expect.arrayContaining(before));
    }
  });
});
