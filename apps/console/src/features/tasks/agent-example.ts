import type { Agent } from '@countersign/api/agent';

type Described = Pick<Agent, 'description'> | undefined;

const exampleIn = (agent: Described) =>
  /\b(?:for example|example|try)[:,]?\s*[“"„]([^”"“]{8,2000})[”"“]/i.exec(agent?.description ?? '');

/** The example an agent gives in its description, `Example: “…”`; null when it gives none. */
export const exampleOf = (agent: Described): string | null => exampleIn(agent)?.[1] ?? null;

/** Its description up to the example. */
export const introOf = (agent: Described): string =>
  (agent?.description ?? '').slice(0, exampleIn(agent)?.index).trim();

const ranks = { people: 0, unsaid: 1, agents: 2 } as const;

/** Those that people start before those that other agents call; else as they were. */
export const peopleFirst = (agents: readonly Agent[]): readonly Agent[] =>
  agents.toSorted(
    (one, other) => ranks[one.startedBy ?? 'unsaid'] - ranks[other.startedBy ?? 'unsaid'],
  );
