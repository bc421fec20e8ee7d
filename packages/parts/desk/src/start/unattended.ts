import { onDuty } from '@countersign/server/journal/on-duty';
import type { PartKernel } from '@countersign/server/part';
import { createTimers, type Timers } from '../decisions/deadlines/timers.ts';
import { createEditChecks, type EditChecks } from '../decisions/edit-checks.ts';
import type { DeskExtension } from '../desk-extension.ts';
import type { AgentServices } from '../desk-services.ts';
import { createRuleAnswering, type RuleAnswering } from '../rules/answering.ts';
import { type ConditionCheck, createConditionCheck } from '../rules/condition-check.ts';
import { createDryRun, type TryRule } from '../rules/dry-run.ts';
import { createWebhooks, defaultWebhookSettings, type Webhooks } from '../webhooks/webhooks.ts';
import type { DeskSettings } from './desk-settings.ts';

/** What is done with questions automatically: deadlines, rules, calls of webhooks. */
export interface UnattendedServices {
  timers: Timers;
  editChecks: EditChecks;
  conditionCheck: ConditionCheck;
  tryRule: TryRule;
  ruleAnswering: RuleAnswering;
  webhooks: Webhooks;
}

export function createUnattended(
  kernel: PartKernel,
  settings: DeskSettings,
  {
    registry,
    dispatcher,
    extensions,
  }: Pick<AgentServices, 'registry' | 'dispatcher'> & { extensions: readonly DeskExtension[] },
): UnattendedServices {
  const { clock, report, createId, random, secrets } = kernel;
  const journal = onDuty(kernel.journal);
  const timers = createTimers({ journal, clock, createId, onApplied: dispatcher.wake, report });
  const editChecks = createEditChecks({ journal, registry, clock });
  const conditionCheck = createConditionCheck(clock);
  const tryRule = createDryRun({ journal, clock, conditionCheck });
  const ruleAnswering = createRuleAnswering({
    journal,
    clock,
    createId,
    conditionCheck,
    onAnswered: dispatcher.wake,
    report,
  });
  const webhooks = createWebhooks({
    journal,
    clock,
    createId,
    random,
    secrets,
    settings: { ...defaultWebhookSettings, ...settings.webhooks },
    rulesIdle: ruleAnswering.idle,
    endOfQuestion: extensions.find((one) => one.endOfQuestion)?.endOfQuestion ?? (async () => null),
    report,
  });
  return { timers, editChecks, conditionCheck, tryRule, ruleAnswering, webhooks };
}
