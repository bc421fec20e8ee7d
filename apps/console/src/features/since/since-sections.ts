import type { Operator } from '@countersign/api/operator';
import type { PromptRow } from '@countersign/api/prompt-row';
import type { Task } from '@countersign/api/task';
import { compareByNeed, dueFirstMs } from '@countersign/desk/need';
import { turnOf } from '@countersign/desk/turn';
import { statusOfTask } from '../../ui/marks/task-status.ts';

/** One thing to look at. */
export type SinceItem =
  | { kind: 'prompt'; id: string; prompt: PromptRow }
  | { kind: 'task'; id: string; task: Task };

type SinceKind = 'due' | 'waits' | 'defaulted' | 'expired' | 'trouble';
interface SinceSection {
  kind: SinceKind;
  items: readonly SinceItem[];
}

/** Who has answered, and how often. */
export interface Answerer {
  name: string;
  count: number;
  edited: number;
  refused: number;
}

interface Since {
  /** What needs a look, in the order in which one walks through it. */
  sections: readonly SinceSection[];
  people: readonly Answerer[];
  rules: readonly Answerer[];
  /** Answers by defaults, whether they were seen or not. */
  defaults: number;
}

interface Happened {
  me: Operator | null;
  from: number;
  now: number;
  /** Closed since then. */
  closed: readonly PromptRow[];
  open: readonly PromptRow[];
  tasks: readonly Task[];
}

const inTrouble: ReadonlySet<string> = new Set([
  'failed',
  'lost',
  'cut-off',
  'disobeys',
  'ignoredStop',
]);

const promptItem = (prompt: PromptRow): SinceItem => ({ kind: 'prompt', id: prompt.id, prompt });

const isDefault = ({ decision }: PromptRow): boolean =>
  decision?.by.kind === 'default' || decision?.by.kind === 'escalation';

/** By whom these were answered, the one with the most first. */
function answerersOf(prompts: readonly PromptRow[]): Answerer[] {
  const found = new Map<string, Answerer>();
  for (const { decision } of prompts) {
    if (decision === null) continue;
    const { id, name } = decision.by;
    const one = found.get(id) ?? { name, count: 0, edited: 0, refused: 0 };
    const { type } = decision.feedback;
    found.set(id, {
      ...one,
      count: one.count + 1,
      edited: one.edited + Number(type === 'edit'),
      refused: one.refused + Number(type === 'reject'),
    });
  }
  return [...found.values()].toSorted((left, right) => right.count - left.count);
}

/** What happened while an operator was away, and what waits now: only what needs a look is listed, everything else is counted. */
export function sinceLeft({ me, from, now, closed, open, tasks }: Happened): Since {
  const answered = closed.filter(({ state }) => state === 'answered');
  const mine = open
    .filter((prompt) => me !== null && turnOf(prompt, me, now).mine)
    .toSorted((left, right) => compareByNeed(left, right, now));
  const isDue = ({ expiresAt }: PromptRow) => expiresAt !== null && expiresAt - now <= dueFirstMs;
  const sections: SinceSection[] = [
    { kind: 'due', items: mine.filter(isDue).map(promptItem) },
    {
      kind: 'waits',
      items: mine.filter((prompt) => prompt.blocking && !isDue(prompt)).map(promptItem),
    },
    {
      kind: 'defaulted',
      items: answered.filter((one) => isDefault(one) && one.seen === null).map(promptItem),
    },
    { kind: 'expired', items: closed.filter(({ state }) => state === 'expired').map(promptItem) },
    {
      kind: 'trouble',
      items: tasks
        .filter((task) => task.updatedAt > from && inTrouble.has(statusOfTask(task)))
        .map((task): SinceItem => ({ kind: 'task', id: task.id, task })),
    },
  ];
  const by = (kind: string) =>
    answered.filter(({ decision }) => decision?.by.kind === kind && decision.by.id !== me?.id);
  return {
    sections: sections.filter(({ items }) => items.length > 0),
    people: answerersOf(by('operator')),
    rules: answerersOf(by('rule')),
    defaults: answered.filter(isDefault).length,
  };
}
