import { createTimers, type Timers } from '@countersign/part-desk/decisions/deadlines/timers';
import { createEditChecks, type EditChecks } from '@countersign/part-desk/decisions/edit-checks';
import type { AgentServices } from '@countersign/part-desk/desk-services';
import { createRuleAnswering, type RuleAnswering } from '@countersign/part-desk/rules/answering';
import {
  type ConditionCheck,
  createConditionCheck,
} from '@countersign/part-desk/rules/condition-check';
import { createDryRun, type TryRule } from '@countersign/part-desk/rules/dry-run';
import {
  createWebhooks,
  defaultWebhookSettings,
  type Webhooks,
} from '@countersign/part-desk/webhooks/webhooks';
import { endOfQuestion } from '@countersign/part-mcp/programs/end-of-question';
import { onDuty } from '@countersign/server/journal/on-duty';
import type { StoreServices } from '@countersign/server/kernel';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
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
