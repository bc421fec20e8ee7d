import { askMembers } from '@countersign/adapters/ask-members';
import { sayAsk } from '@countersign/adapters/ask-statements';
import type { Memory } from '@countersign/memory/model/memory';
import { nameOf } from '@countersign/memory/model/memory-texts';
import type { HeldMemories } from './memories/held.ts';
import { pathOfMemory } from './memories/recall.ts';
import type { StoredQuestion } from './memories/stored.ts';

export const protocol = 'knowledge';
export const asker = { key: 'knowledge', name: 'Knowledge' };

const choices = {
  'keep-mine': sayAsk('ask.memory-mine'),
  'keep-theirs': sayAsk('ask.memory-theirs'),
  'keep-both': sayAsk('ask.memory-both'),
  merge: sayAsk('ask.memory-merge'),
} as const;

const words = {
  two: sayAsk('ask.memory-two'),
  keep: sayAsk('ask.memory-keep'),
  keepHelp: sayAsk('ask.memory-keep-help'),
  mine: sayAsk('ask.memory-was-here'),
  theirs: sayAsk('ask.memory-came'),
  differences: sayAsk('ask.memory-differences'),
  place: sayAsk('ask.memory-place'),
  merged: sayAsk('ask.memory-merged'),
  mergedHelp: sayAsk('ask.memory-merged-help'),
} as const;

const readOnly = (title: string, type = 'object') => ({ type, title, readOnly: true });

/** What is asked, in UpFormat: which of two memories agents are given. null = one of them is gone. Nothing is preselected. */
export function questionMessage({ question, severity }: StoredQuestion, held: HeldMemories) {
  const mine = held.all.get(question.mine.id);
  const theirs = held.all.get(question.theirs.id);
  if (mine === undefined || theirs === undefined) return null;
  const isContradiction = question.kind === 'contradiction';
  const name = nameOf(mine).slice(0, 200);
  const proposal = question.proposal?.content ?? mine.content;
  return {
    messageId: question.id,
    state: 'needsHumanDecision',
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
    ...askMembers({
      ask: isContradiction
        ? sayAsk('ask.memory-which-holds', { name })
        : sayAsk('ask.memory-which-version', { name }),
      explanation: isContradiction
        ? [sayAsk('ask.memory-contradicts', { name }), sayAsk('ask.memory-both-held')]
        : [sayAsk('ask.memory-differs', { name }), sayAsk('ask.memory-new-held')],
      severity,
      allowed: ['edit', 'reject', 'comment'],
      answers: {
        reject: { label: sayAsk('ask.memory-refuse'), effect: sayAsk('ask.memory-refuse-effect') },
      },
      effect: sayAsk('ask.memory-effect'),
      titles,
    }),
  };
}

const schema = {
  title: words.two.text,
  type: 'object',
  required: ['choice'],
  properties: {
    choice: {
      type: 'string',
      title: words.keep.text,
      description: words.keepHelp.text,
      oneOf: Object.entries(choices).map(([value, { text }]) => ({ const: value, title: text })),
    },
    mine: readOnly(words.mine.text),
    theirs: readOnly(words.theirs.text),
    differences: {
      ...readOnly(words.differences.text, 'array'),
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', title: words.place.text },
          mine: { type: 'string', title: words.mine.text },
          theirs: { type: 'string', title: words.theirs.text },
        },
      },
    },
    content: {
      type: 'object',
      title: words.merged.text,
      description: words.mergedHelp.text,
    },
  },
};

const entry = '/properties/differences/items/properties';
const titles = {
  '/title': words.two,
  '/properties/choice/title': words.keep,
  '/properties/choice/description': words.keepHelp,
  ...Object.fromEntries(
    Object.values(choices).map((said, place) => [`/properties/choice/oneOf/${place}/title`, said]),
  ),
  '/properties/mine/title': words.mine,
  '/properties/theirs/title': words.theirs,
  '/properties/differences/title': words.differences,
  [`${entry}/path/title`]: words.place,
  [`${entry}/mine/title`]: words.mine,
  [`${entry}/theirs/title`]: words.theirs,
  '/properties/content/title': words.merged,
  '/properties/content/description': words.mergedHelp,
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
