import type { Prompt } from '@countersign/api/prompt';
import type { DryRun, Rule } from '@countersign/api/rule';
import { createTrial } from '@countersign/desk/rule-trial';
import { classPolicyOf } from '../decisions/policy.ts';
import type { Journal } from '../journal/journal.ts';
import { readPrompts } from '../records/prompt-records.ts';
import type { Clock } from '../runtime/clock.ts';
import type { ConditionCheck } from './condition-check.ts';

const maxPast = 1_000;
const maxOpen = 1_000;
const pageSize = 50;

/** Tests a rule with the answers of people to past prompts, without answering anything. One dry run at a time. */
export type TryRule = (rule: Rule) => Promise<DryRun>;

export function createDryRun(options: {
  journal: Journal;
  clock: Clock;
  conditionCheck: ConditionCheck;
}): TryRule {
  const { journal, clock, conditionCheck } = options;
  let line: Promise<unknown> = Promise.resolve();

  const tryOut = async (rule: Rule): Promise<DryRun> => {
    const trial = createTrial({
      rule,
      at: clock.now(),
      judge: conditionCheck.holds,
      policyOf: (prompt) => classPolicyOf(journal.read, prompt),
    });
    for await (const prompt of pages(journal, rule, { where: answeredByPeople, limit: maxPast })) {
      if (!(await trial.lookAtPast(prompt))) return trial.found();
    }
    for await (const prompt of pages(journal, rule, { where: stillOpen, limit: maxOpen })) {
      if (!(await trial.lookAtOpen(prompt))) break;
    }
    return trial.found();
  };

  return (rule) => {
    const trial = line.then(() => tryOut(rule));
    line = trial.catch(() => {});
    return trial;
  };
}

const answeredByPeople = `p.state = 'answered' AND EXISTS(SELECT 1 FROM decisions d WHERE d.prompt = p.id
  AND d.state <> 'recalled' AND d.by_kind = 'operator')`;
const stillOpen = `p.state = 'open'`;

/** Newest first, a page at a time and a turn of the loop between pages, so that a trial delays no other work. */
async function* pages(
  journal: Journal,
  rule: Rule,
  { where, limit }: { where: string; limit: number },
): AsyncGenerator<Prompt> {
  const { agentId, relayedFor = null, blocking, origin, classKey } = rule.match;
  const asked = blocking === undefined ? null : Number(blocking);
  for (let offset = 0; offset < limit; offset += pageSize) {
    const page = await readPrompts(
      journal.read,
      `${where} AND p.agent = ? AND (? IS NULL OR p.relayed = ?) AND (? IS NULL OR p.blocking = ?) AND (? IS NULL OR p.origin = ?)
       AND (? IS NULL OR p.class_key = ?) ORDER BY p.opened DESC, p.id DESC LIMIT ? OFFSET ?`,
      agentId,
      relayedFor,
      relayedFor,
      asked,
      asked,
      origin ?? null,
      origin ?? null,
      classKey ?? null,
      classKey ?? null,
      pageSize,
      offset,
    );
    yield* page;
    if (page.length < pageSize) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
