import { logOf } from '@countersign/api/asker';
import type { PromptFact } from '@countersign/api/fact';
import type { Policy } from '@countersign/api/policy';
import type { DryRun, Rule } from '@countersign/api/rule';
import { judgeAtOnce, judgeInFull } from '@countersign/desk/judge-conditions';
import { cameAfter, deciderOf, isFree, type KnownRule } from '@countersign/desk/rule-life';
import { type JudgeConditions, matches } from '@countersign/desk/rule-match';
import { createTrial } from '@countersign/desk/rule-trial';
import { recordAnswer } from './demo-answers.ts';
import type { DemoShared } from './demo-tasks.ts';

/** The demo evaluates its own recording only, so no path is too slow. */
const judge: JudgeConditions = async (conditions, value) => {
  const verdict = judgeAtOnce(conditions, value);
  return verdict === 'searches' ? judgeInFull(conditions, value) : verdict;
};

/** How a rule would have answered what people have answered here. */
export async function tryRule(house: DemoShared, rule: Rule, policy: Policy): Promise<DryRun> {
  const all = [...house.prompts.values()];
  const trial = createTrial({
    rule,
    at: house.ports.now(),
    judge,
    policyOf: ({ severity }) => policy.classes[severity],
  });
  for (const prompt of all) {
    if (prompt.decision?.by.kind === 'operator') await trial.lookAtPast(prompt);
    else if (prompt.state === 'open') await trial.lookAtOpen(prompt);
  }
  return trial.found();
}

/** The first rule in force answers what opens from now on. `inForce`: oldest first. `answered`: a rule has answered. */
export function watchRules(
  house: DemoShared,
  inForce: () => readonly KnownRule[],
  answered: (rule: KnownRule) => void,
): void {
  const answer = async (promptId: string) => {
    for (const rule of inForce()) {
      const prompt = house.prompts.get(promptId);
      const at = { wasRecalled: false, now: house.ports.now() };
      if (prompt === undefined || !isFree(prompt, at) || !cameAfter(rule, prompt)) continue;
      if ((await matches(judge, rule.match, prompt)) !== true) continue;
      recordAnswer(house, prompt, rule.feedback, { by: deciderOf(rule) });
      answered(rule);
      house.ports.schedule(() => house.rooms.get(logOf(prompt))?.player?.go(), 250);
      return;
    }
  };
  house.journal.subscribe(({ event }) => {
    if (event.type !== 'CUSTOM' || event.name !== 'countersign.prompt') return;
    const { change, prompt } = event.value as PromptFact;
    if (change !== 'opened') return;
    // After all receivers of the question have received it.
    house.ports.schedule(() => void answer(prompt.id), 50);
  });
}
