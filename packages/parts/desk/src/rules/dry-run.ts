import type { Prompt } from '@countersign/api/prompt';
import type { DryRun, Rule } from '@countersign/api/rule';
import { createTrial } from '@countersign/desk/rules/rule-trial';
import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import { mapInOrder } from '@countersign/server/store/in-order';
import { classPolicyOf } from '../decisions/policy.ts';
import { toPrompt } from '../records/prompt-records.ts';
import { promptRowsInScope } from '../rows/questions/prompt-rows.ts';
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
    for await (const prompt of pages(journal, rule, {
      state: 'answered-by-people',
      limit: maxPast,
    })) {
      if (!(await trial.lookAtPast(prompt))) return trial.found();
    }
    for await (const prompt of pages(journal, rule, { state: 'open', limit: maxOpen })) {
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

/** Newest first, a page at a time and a turn of the loop between pages, so that a trial delays no other work. */
async function* pages(
  journal: Journal,
  rule: Rule,
  { state, limit }: { state: 'answered-by-people' | 'open'; limit: number },
): AsyncGenerator<Prompt> {
  const {
    agentId,
    relayedFor = null,
    blocking = null,
    origin = null,
    classKey = null,
  } = rule.match;
  const scope = { agentId, relayedFor, blocking, origin, classKey };
  for (let offset = 0; offset < limit; offset += pageSize) {
    const page = { state, limit: pageSize, offset };
    const rows = await promptRowsInScope(journal.read, scope, page);
    yield* await mapInOrder(rows, (row) => toPrompt(journal.read, row));
    if (rows.length < pageSize) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
