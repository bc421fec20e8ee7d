import type { PromptFact } from '@countersign/api/fact';
import type { Prompt } from '@countersign/api/prompt';
import type { DryRun, Rule, RuleCondition } from '@countersign/api/rule';
import type { Severity } from '@countersign/upformat/message';
import { feedbackSummary } from '../text/feedback-summary.ts';
import { recordAnswer } from './demo-answers.ts';
import type { House } from './demo-room.ts';

const rank: Record<Severity, number> = { info: 0, minor: 1, major: 2, critical: 3 };

/** What a plain path such as `$.rates[0].amount` selects; undefined = nothing, or no plain path. */
function selected(payload: unknown, path: string): unknown {
  if (!/^\$(\.[A-Za-z_]\w*|\[\d+\])*$/.test(path)) return undefined;
  const steps = path.match(/[A-Za-z_]\w*|\d+/g) ?? [];
  return steps.reduce<unknown>(
    (held, step) =>
      typeof held === 'object' && held !== null && Object.hasOwn(held, step)
        ? Reflect.get(held, step)
        : undefined,
    payload,
  );
}

function holds({ path, is, value }: RuleCondition, payload: unknown): boolean {
  const held = selected(payload, path);
  const both = typeof held === 'number' && typeof value === 'number' ? { held, value } : null;
  const isEqual = (other: unknown) => JSON.stringify(held) === JSON.stringify(other);
  switch (is) {
    case 'present':
      return held !== undefined;
    case 'absent':
      return held === undefined;
    case 'equal':
      return isEqual(value);
    case 'not-equal':
      return held !== undefined && !isEqual(value);
    case 'one-of':
      return Array.isArray(value) && value.some(isEqual);
    case 'less-than':
      return both !== null && both.held < both.value;
    case 'at-most':
      return both !== null && both.held <= both.value;
    case 'more-than':
      return both !== null && both.held > both.value;
    case 'at-least':
      return both !== null && both.held >= both.value;
    case 'containing':
      return typeof held === 'string' && typeof value === 'string' && held.includes(value);
  }
}

function fits({ match }: Pick<Rule, 'match'>, prompt: Prompt): boolean {
  return (
    match.agentId === prompt.agentId &&
    (match.blocking === undefined || match.blocking === prompt.blocking) &&
    (match.origin === undefined || match.origin === prompt.origin) &&
    (match.toolName === undefined || match.toolName === prompt.source.toolName) &&
    (match.classKey === undefined || match.classKey === prompt.classKey) &&
    rank[prompt.severity] <= rank[match.severityUpTo ?? 'minor'] &&
    match.conditions.every((condition) => holds(condition, prompt.message.payload ?? {}))
  );
}

/** How a rule would have answered what people have answered here. */
export function tryRule(house: House, rule: Rule): DryRun {
  const all = [...house.prompts.values()];
  const past = all.filter(({ decision }) => decision?.by.kind === 'operator');
  const matched = past.filter((prompt) => fits(rule, prompt));
  const said = feedbackSummary(rule.feedback);
  const differing = matched.flatMap(({ id, ask, taskId, taskTitle, decision }) =>
    decision === null || feedbackSummary(decision.feedback) === said
      ? []
      : [
          {
            promptId: id,
            ask,
            taskId,
            taskTitle,
            answeredAt: decision.recordedAt,
            by: decision.by.name,
            feedback: decision.feedback,
          },
        ],
  );
  return {
    at: house.ports.now(),
    version: rule.version,
    matched: matched.length,
    same: matched.length - differing.length,
    differing,
    openNow: all.filter((prompt) => prompt.state === 'open' && fits(rule, prompt)).length,
    lookedAt: past.length,
  };
}

/** The first rule in force answers what opens from now on. `inForce`: oldest first. `answered`: a rule has answered. */
export function watchRules(
  house: House,
  inForce: () => readonly Rule[],
  answered: (rule: Rule) => void,
): void {
  house.journal.subscribe(({ event }) => {
    if (event.type !== 'CUSTOM' || event.name !== 'countersign.prompt') return;
    const { change, prompt } = event.value as PromptFact;
    if (change !== 'opened') return;
    // After those who hear of the question have heard of it.
    house.ports.schedule(() => {
      const now = house.prompts.get(prompt.id);
      const rule = inForce().find((one) => now !== undefined && fits(one, now));
      if (rule === undefined || now?.state !== 'open' || now.claim !== null) return;
      const { id, name, version } = rule;
      recordAnswer(house, now, rule.feedback, {
        by: { kind: 'rule', id: `rule:${id}`, name, rule: { id, version } },
      });
      answered(rule);
      house.ports.schedule(() => house.rooms.get(now.taskId)?.player?.go(), 250);
    }, 50);
  });
}
