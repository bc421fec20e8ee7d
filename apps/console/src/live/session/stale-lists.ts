import type { PromptFact } from '@countersign/api/fact';
import type { Envelope } from '@countersign/hai/envelope';
import { customName } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';

/** Lists of the server that may not be true any more: `found` are pages of the queue that only the server can narrow. */
export type Stale = 'tasks' | 'agents' | 'rules' | 'counts' | 'found';

/** Tasks are shown with the number of their open prompts: only these change it. */
const countedChanges: ReadonlySet<PromptFact['change']> = new Set([
  'opened',
  'answered',
  'expired',
  'withdrawn',
  'reopened',
]);

/** The lists that have to be read again after a fact, because the server counts or finds what is in them. */
export function staleAfter({ event }: Envelope): readonly Stale[] {
  // The failed start of an agent changes its last contact, and only the end of the run reports that.
  if (event.type === 'RUN_ERROR') return ['tasks', 'agents'];
  if (event.type !== 'CUSTOM') return ['tasks'];
  switch (event.name) {
    case customName.prompt:
      return countedChanges.has((event.value as PromptFact).change)
        ? ['tasks', 'counts', 'found']
        : ['counts', 'found'];
    case customName.decision:
      // The answers of a rule are counted.
      return isOfRule(event.value) ? ['rules'] : [];
    case customName.claim:
      return ['counts'];
    case customName.agent:
      return ['tasks', 'agents'];
    default:
      return ['tasks'];
  }
}

function isOfRule(fact: unknown): boolean {
  const decision = isObject(fact) ? fact['decision'] : undefined;
  const by = isObject(decision) ? decision['by'] : undefined;
  return isObject(by) && by['kind'] === 'rule';
}
