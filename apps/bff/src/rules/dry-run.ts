import type { Prompt } from '@countersign/api/prompt';
import type { DryRun, Rule } from '@countersign/api/rule';
import { judgeFeedback } from '@countersign/desk/feedback-check';
import { missingReason } from '@countersign/desk/reason';
import { classPolicyOf } from '../decisions/policy.ts';
import type { Journal } from '../journal/journal.ts';
import { readPrompts } from '../records/prompt-records.ts';
import type { Clock } from '../runtime/clock.ts';
import { answerTo } from './answering.ts';
import type { ConditionCheck } from './condition-check.ts';
import { holdsOf, matches } from './matches.ts';
import { isSameAnswer } from './same-answer.ts';

const maxPast = 1_000;
const maxOpen = 1_000;
const maxShown = 50;
const maxUnjudged = 20;
const pageSize = 50;

/** Tries a rule on what people have answered, without answering anything. One trial at a time. */
export type TryRule = (rule: Rule) => Promise<DryRun>;

export function createDryRun(options: {
  journal: Journal;
  clock: Clock;
  conditionCheck: ConditionCheck;
}): TryRule {
  const { journal, clock, conditionCheck } = options;
  let line: Promise<unknown> = Promise.resolve();

  /** Null = it could not be judged within the limits. */
  const wouldAnswer = async (rule: Rule, prompt: Prompt): Promise<boolean | null> => {
    const verdict = await matches(conditionCheck, rule.match, prompt);
    if (verdict !== true) return verdict;
    const feedback = answerTo(prompt, rule.feedback);
    const { faults, unchecked } = judgeFeedback(prompt.message, feedback);
    if (faults.length > 0 || unchecked !== null) return false;
    return missingReason(classPolicyOf(journal.read, prompt), prompt.message, feedback) === null;
  };

  const tryOut = async (rule: Rule): Promise<DryRun> => {
    const found: DryRun = {
      at: clock.now(),
      version: rule.version,
      matched: 0,
      same: 0,
      differing: [],
      openNow: 0,
      lookedAt: 0,
    };
    let unjudged = 0;
    const places = createPlaces(conditionCheck, rule);
    for await (const prompt of pages(journal, rule, { where: answeredByPeople, limit: maxPast })) {
      found.lookedAt += 1;
      await places.look(prompt);
      const { decision } = prompt;
      const verdict = await wouldAnswer(rule, prompt);
      if (verdict === null) unjudged += 1;
      // Each may have taken all the time there is for one: the trial ends with what it has.
      if (unjudged >= maxUnjudged) return { ...found, ...places.found() };
      if (decision === null || verdict !== true) continue;
      found.matched += 1;
      if (isSameAnswer(decision.feedback, rule.feedback)) found.same += 1;
      else if (found.differing.length < maxShown) {
        found.differing.push({
          promptId: prompt.id,
          ask: prompt.ask,
          taskId: prompt.taskId,
          taskTitle: prompt.taskTitle,
          answeredAt: decision.recordedAt,
          by: decision.by.name,
          feedback: decision.feedback,
        });
      }
    }
    for await (const prompt of pages(journal, rule, { where: stillOpen, limit: maxOpen })) {
      await places.look(prompt);
      const verdict = await wouldAnswer(rule, prompt);
      if (verdict === null) unjudged += 1;
      if (unjudged >= maxUnjudged) return { ...found, ...places.found() };
      if (verdict === true) found.openNow += 1;
    }
    return { ...found, ...places.found() };
  };

  return (rule) => {
    const trial = line.then(() => tryOut(rule));
    line = trial.catch(() => {});
    return trial;
  };
}

/** Finds the conditions that speak of nothing: a path that is in no prompt is more often a slip than a rule. */
function createPlaces(check: ConditionCheck, rule: Rule) {
  let prompts = 0;
  let unseen = rule.match.conditions.map(({ path, of }) => ({
    path,
    ...(of === undefined ? {} : { of }),
  }));
  return {
    async look(prompt: Prompt): Promise<void> {
      prompts += 1;
      const left: typeof unseen = [];
      for (const place of unseen) {
        // What could not be judged is not said to be nowhere.
        if ((await holdsOf(check, [{ ...place, is: 'present' }], prompt)) === false)
          left.push(place);
      }
      unseen = left;
    },
    found: (): Pick<DryRun, 'nowhere'> =>
      prompts === 0 || unseen.length === 0 ? {} : { nowhere: { prompts, places: unseen } },
  };
}

const answeredByPeople = `p.state = 'answered' AND EXISTS(SELECT 1 FROM decisions d WHERE d.prompt = p.id
  AND d.state <> 'recalled' AND d.by_kind = 'operator')`;
const stillOpen = `p.state = 'open'`;

/** Newest first, a page at a time and a turn of the loop between pages: a trial delays nobody. */
async function* pages(
  journal: Journal,
  rule: Rule,
  { where, limit }: { where: string; limit: number },
): AsyncGenerator<Prompt> {
  const { agentId, relayedFor = null, blocking, origin, classKey } = rule.match;
  const asked = blocking === undefined ? null : Number(blocking);
  for (let offset = 0; offset < limit; offset += pageSize) {
    const page = readPrompts(
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
