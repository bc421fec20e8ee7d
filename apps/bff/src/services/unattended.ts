import { createEditChecks, type EditChecks } from '../decisions/edit-checks.ts';
import { createTimers, type Timers } from '../decisions/timers.ts';
import type { AgentServices } from '../desk-services.ts';
import { onDuty } from '../journal/on-duty.ts';
import type { StoreServices } from '../kernel.ts';
import { endOfQuestion } from '../programs/end-of-question.ts';
import { createRuleAnswering, type RuleAnswering } from '../rules/answering.ts';
import { type ConditionCheck, createConditionCheck } from '../rules/condition-check.ts';
import { createDryRun, type TryRule } from '../rules/dry-run.ts';
import type { SecretBox } from '../runtime/secret-box.ts';
import { createWebhooks, defaultWebhookSettings, type Webhooks } from '../webhooks/webhooks.ts';
import type { ServiceOptions } from './options.ts';

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
  options: ServiceOptions,
  store: StoreServices,
  { registry, dispatcher }: Pick<AgentServices, 'registry' | 'dispatcher'>,
  secrets: SecretBox,
): UnattendedServices {
  const { createId, random } = options;
  const { clock, report } = store;
  const journal = onDuty(store.journal);
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
    settings: { ...defaultWebhookSettings, ...options.webhooks },
    rulesIdle: ruleAnswering.idle,
    endOfQuestion,
    report,
  });
  return { timers, editChecks, conditionCheck, tryRule, ruleAnswering, webhooks };
}
