import type { Prompt } from '@countersign/api/prompt';
import type { DryRun, Rule, RuleCondition } from '@countersign/api/rule';
import type { ClassPolicy } from '@countersign/api/settings/policy';
import { statedAsk } from '@countersign/api/statements/stated-question';
import { isSameAnswer } from '../content/same-answer.ts';
import { leavesToPeople } from './rule-answer.ts';
import { type JudgeConditions, matches, passes } from './rule-match.ts';

const maxShown = 50;
const maxUnjudged = 20;

/** Dry run of a rule on prompts, one at a time, without answering any. Both return false if the trial should end with its present result. */
export interface Trial {
  /** Newest first: a prompt that people have answered. */
  lookAtPast(prompt: Prompt): Promise<boolean>;
  lookAtOpen(prompt: Prompt): Promise<boolean>;
  found(): DryRun;
}

type AskedPolicy = Pick<ClassPolicy, 'reasonFor'>;

/** `at`: epoch ms. `policyOf`: the policy for the class of a prompt. */
export function createTrial(options: {
  rule: Rule;
  at: number;
  judge: JudgeConditions;
  policyOf: (prompt: Prompt) => AskedPolicy | Promise<AskedPolicy>;
}): Trial {
  const { rule, judge } = options;
  const counts = { matched: 0, same: 0, withoutReason: 0, openNow: 0, lookedAt: 0 };
  const differing: DryRun['differing'] = [];
  const places = createPlaces(judge, rule.match.conditions);
  let unjudged = 0;

  /** `reason`: it matches, and its answer lacks a reason that the policy demands. Null = it could not be evaluated within the limits. */
  const wouldAnswer = async (prompt: Prompt): Promise<boolean | 'reason' | null> => {
    await places.look(prompt);
    const verdict = await matches(judge, rule.match, prompt);
    if (verdict === null) unjudged += 1;
    if (verdict !== true) return verdict;
    const left = leavesToPeople(rule, prompt, await options.policyOf(prompt));
    return left === 'reason' ? left : left === null;
  };
  // Each may have used up the time limit.
  const continues = () => unjudged < maxUnjudged;

  return {
    async lookAtPast(prompt) {
      counts.lookedAt += 1;
      const { decision } = prompt;
      const verdict = await wouldAnswer(prompt);
      if (decision === null || verdict === null || verdict === false) return continues();
      counts.matched += 1;
      if (verdict === 'reason') counts.withoutReason += 1;
      if (isSameAnswer(decision.feedback, rule.feedback)) counts.same += 1;
      else if (differing.length < maxShown) {
        const stated = statedAsk(prompt);
        differing.push({
          promptId: prompt.id,
          ask: prompt.ask,
          ...(stated === null ? {} : { stated }),
          taskId: prompt.taskId,
          taskTitle: prompt.taskTitle,
          answeredAt: decision.recordedAt,
          by: decision.by.name,
          feedback: decision.feedback,
        });
      }
      return continues();
    },
    async lookAtOpen(prompt) {
      if ((await wouldAnswer(prompt)) === true) counts.openNow += 1;
      return continues();
    },
    found: () => ({
      at: options.at,
      version: rule.version,
      ...counts,
      differing,
      ...places.found(),
    }),
  };
}

/** Finds conditions that select nothing: a path that exists in no prompt is usually a mistake. */
function createPlaces(judge: JudgeConditions, conditions: readonly RuleCondition[]) {
  let prompts = 0;
  let unseen = conditions.map(({ path, of }) => ({ path, ...(of === undefined ? {} : { of }) }));
  return {
    async look(prompt: Prompt): Promise<void> {
      prompts += 1;
      const left: typeof unseen = [];
      for (const place of unseen) {
        // A path that could not be evaluated is not reported as missing.
        if ((await passes(judge, [{ ...place, is: 'present' }], prompt)) === false)
          left.push(place);
      }
      unseen = left;
    },
    found: (): Pick<DryRun, 'nowhere'> =>
      prompts === 0 || unseen.length === 0 ? {} : { nowhere: { prompts, places: unseen } },
  };
}
