import type { PolicyLine, PolicyTrial } from '@countersign/api/policy/table';
import type { Prompt } from '@countersign/api/prompt';
import { compilePolicy, type Policy } from './compile.ts';
import { type Facts, factsOf } from './facts.ts';

const maxShown = 50;

const asksPeople = (line: PolicyLine | null): boolean => line === null || line.then.do === 'ask';

/** Tries a table on past questions, newest first, without answering any. */
export function createPolicyTrial(options: {
  inForce: readonly PolicyLine[];
  tried: readonly PolicyLine[];
  since: number;
}): {
  lookAt(prompt: Prompt, behind: Facts['behind']): void;
  found(): PolicyTrial;
} {
  const now = compilePolicy(options.inForce.map(endless));
  const then: Policy = compilePolicy(options.tried.map(endless));
  const byLine = new Map(options.tried.map(({ id }) => [id, { id, matched: 0, rejected: 0 }]));
  const counts = { tried: 0, askedNow: 0, askedThen: 0, spared: 0, sparedRejectedCount: 0 };
  const sparedRejected: PolicyTrial['sparedRejected'] = [];
  return {
    lookAt(prompt, behind) {
      const facts = factsOf(prompt, { behind, now: prompt.openedAt });
      const line = then(facts);
      const { decision } = prompt;
      const isRejected = decision?.by.kind === 'operator' && decision.feedback.type === 'reject';
      counts.tried += 1;
      if (asksPeople(now(facts))) counts.askedNow += 1;
      if (asksPeople(line)) counts.askedThen += 1;
      const counted = line === null ? undefined : byLine.get(line.id);
      if (counted !== undefined) {
        counted.matched += 1;
        if (isRejected) counted.rejected += 1;
      }
      if (line === null || line.then.do !== 'answer' || decision?.by.kind !== 'operator') return;
      counts.spared += 1;
      if (!isRejected || line.then.type === 'reject') return;
      counts.sparedRejectedCount += 1;
      if (sparedRejected.length >= maxShown) return;
      const { feedback, by, recordedAt: at } = decision;
      const reason = feedback.type === 'reject' ? (feedback.content?.reason ?? null) : null;
      sparedRejected.push({ promptId: prompt.id, ask: prompt.ask, by: by.name, at, reason });
    },
    found: () => ({ since: options.since, ...counts, sparedRejected, lines: [...byLine.values()] }),
  };
}

/** What would have been asked does not depend on when the line ends. */
function endless({ expiresAt: _end, ...line }: PolicyLine): PolicyLine {
  return line;
}
