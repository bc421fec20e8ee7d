import type { Memory } from '@countersign/memory/model/memory';
import { nameOf } from '@countersign/memory/model/memory-texts';
import type { HeldMemories } from '../memories/held.ts';
import { pathOfMemory } from '../memories/recall.ts';
import type { StoredQuestion } from '../memories/stored.ts';

export const protocol = 'knowledge';
export const asker = { key: 'knowledge', name: 'Knowledge' };

const titles = {
  'keep-mine': 'Keep the memory that was here',
  'keep-theirs': 'Keep the one that came',
  'keep-both': 'Keep both: they hold for different cases',
  merge: 'Keep one with the content below',
} as const;

const readOnly = (title: string, type = 'object') => ({ type, title, readOnly: true });

/** What is asked, in UpFormat: which of two memories agents are given. null = one of them is gone. Nothing is preselected. */
export function questionMessage({ question, severity }: StoredQuestion, held: HeldMemories) {
  const mine = held.all.get(question.mine.id);
  const theirs = held.all.get(question.theirs.id);
  if (mine === undefined || theirs === undefined) return null;
  const isContradiction = question.kind === 'contradiction';
  const name = nameOf(mine).slice(0, 200);
  const pending = isContradiction
    ? 'Both are pending: agents are given neither of them.'
    : 'The one that came is pending: agents are given the one that was here.';
  const proposal = question.proposal?.content ?? mine.content;
  return {
    messageId: question.id,
    state: 'needsHumanDecision',
    explanation: isContradiction
      ? `Knowledge that came says the contrary of what is known about “${name}”. ${pending}`
      : `Knowledge that came tells “${name}” in another way. ${pending}`,
    payload: {
      ...{ mine: sideOf(mine), theirs: sideOf(theirs) },
      differences: (isContradiction
        ? question.contradictions
        : (question.proposal?.choices ?? [])
      ).map(({ path, mine: one, theirs: other }) => ({
        ...{ path, mine: textOf(one), theirs: textOf(other) },
      })),
      content: withoutSource(proposal),
    },
    upContext: { schema },
    upThought: {
      reasoning: question.contradictions.map(
        (one) => `${one.path}: “${textOf(one.mine)}” or “${textOf(one.theirs)}”`,
      ),
    },
    upPrompt: {
      ask: isContradiction ? `Which holds about “${name}”?` : `Which version of “${name}” is used?`,
      severity,
      allowed: ['edit', 'reject', 'comment'],
      answers: {
        reject: { label: 'Refuse what came', effect: 'The memory that was here is kept.' },
      },
      effect: 'Agents are given what you keep.',
    },
  };
}

const schema = {
  title: 'Two memories',
  type: 'object',
  required: ['choice'],
  properties: {
    choice: {
      type: 'string',
      title: 'Keep',
      description: 'What agents are given from now on',
      oneOf: Object.entries(titles).map(([value, title]) => ({ const: value, title })),
    },
    mine: readOnly('Was here'),
    theirs: readOnly('Came'),
    differences: {
      ...readOnly('Where they differ', 'array'),
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', title: 'Place' },
          mine: { type: 'string', title: 'Was here' },
          theirs: { type: 'string', title: 'Came' },
        },
      },
    },
    content: {
      type: 'object',
      title: 'Merged content',
      description: 'Used if you keep one content made of both',
    },
  },
};

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 1_000);

const withoutSource = ({ source_info: _, ...content }: Record<string, unknown>) => content;

const sideOf = (memory: Memory) => ({
  name: nameOf(memory),
  agent: memory.agent,
  from: memory.sources.map(({ agent, approvedBy }) => ({ agent, approvedBy })),
  page: pathOfMemory(memory.id),
  content: withoutSource(memory.content),
});
