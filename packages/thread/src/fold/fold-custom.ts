import {
  agentFactSchema,
  anomalyFactSchema,
  claimFactSchema,
  controlFactSchema,
  decisionFactSchema,
  promptFactSchema,
  queuedFactSchema,
} from '@countersign/api/fact';
import { customName, type HaiEventOf } from '@countersign/hai/event';
import { isMarkedByServer, refusedNameIn } from '@countersign/hai/sender';
import { isObject } from '@countersign/json/json-object';
import { type Cause, isReserved, serverAgentId } from '../cause.ts';
import { foldDecisionFact, foldPromptFact } from '../prompts.ts';
import { addUsage } from '../usage.ts';
import type { Draft } from './draft.ts';
import { activityName, foldActivity } from './fold-activity.ts';
import { foldAnomalyFact, foldRefusedName } from './fold-anomaly.ts';
import { foldAgentFact } from './fold-connection.ts';
import { foldControlConfirmation, foldControlFact } from './fold-control.ts';
import { foldQueuedFact } from './fold-queued.ts';
import { foldUpMessage } from './fold-up-message.ts';

type Custom = HaiEventOf<'CUSTOM'>;

export function foldCustom(draft: Draft, cause: Cause, event: Custom): void {
  if (event.name === customName.upformat) {
    noteRefused(draft, cause, event);
    foldUpMessage(draft, cause, event.value);
  } else if (event.name === customName.control) foldControlConfirmation(draft, cause, event.value);
  else if (isActivity(event) && foldActivity(draft, cause, event.name, event.value)) return;
  // The question is shown by its prompt.
  else if (event.name === customName.ask && isMarkedByServer(event)) return;
  else if (event.name === 'usage') addUsage(draft, { usage: event.value });
  // Only the server states facts: the same name from an agent is just another custom event.
  else if (cause.envelope.agentId !== serverAgentId || !foldFact(draft, cause, event)) {
    noteRefused(draft, cause, event);
    draft.append(cause, { kind: 'custom', name: event.name, value: event.value });
  }
}

function noteRefused(draft: Draft, cause: Cause, event: Custom): void {
  if (isReserved(cause.envelope.agentId)) return;
  const name = refusedNameIn(event, { refused: null });
  if (name !== null) foldRefusedName(draft, cause, name);
}

const isActivity = ({ name }: Custom): boolean =>
  name === activityName.snapshot || name === activityName.delta;

/** Whether it was a known fact. */
function foldFact(draft: Draft, cause: Cause, { name, value }: Custom): boolean {
  switch (name) {
    case customName.prompt: {
      const fact = promptFactSchema.safeParse(value);
      if (fact.success) foldPromptFact(draft, cause, fact.data);
      return fact.success;
    }
    case customName.decision: {
      const fact = decisionFactSchema.safeParse(value);
      if (fact.success) foldDecisionFact(draft, fact.data);
      return fact.success;
    }
    // Claims are not part of the conversation.
    case customName.claim:
      return claimFactSchema.safeParse(value).success;
    // The answer is shown with its prompt; this is how it was sent to the agent.
    case customName.sent:
      return isObject(value);
    case customName.words: {
      const fact = queuedFactSchema.safeParse(value);
      if (fact.success) foldQueuedFact(draft, fact.data);
      return fact.success;
    }
    case customName.serverControl: {
      const fact = controlFactSchema.safeParse(value);
      if (fact.success) foldControlFact(draft, cause, fact.data);
      return fact.success;
    }
    case customName.anomaly: {
      const fact = anomalyFactSchema.safeParse(value);
      if (fact.success) foldAnomalyFact(draft, cause, fact.data);
      return fact.success;
    }
    case customName.agent: {
      const fact = agentFactSchema.safeParse(value);
      if (fact.success) foldAgentFact(draft, cause, fact.data);
      return fact.success;
    }
    default:
      return false;
  }
}
