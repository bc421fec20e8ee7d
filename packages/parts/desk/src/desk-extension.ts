import type { Agent } from '@countersign/api/agent';
import type { Rule } from '@countersign/api/rule';
import { extensionPoint } from '@countersign/server/extension-point';
import type { Carrier } from './agents/carrier.ts';
import type { Answerer } from './delivery/answerer.ts';
import type { Delivery, DeliveryOutcome } from './delivery/lease.ts';
import type { Registry } from './registry/registry.ts';
import type { RunInputsOptions } from './tasks/run-inputs.ts';
import type { PresenceBoard } from './team/presence.ts';
import type { EndOfQuestion } from './webhooks/call-queue.ts';

/** What other parts may add to the desk. They add it before the desk starts: none of it may use what they start later, unless it is called later. */
export interface DeskExtension {
  /** Those who ask without a task, and receive the answers. */
  answerers?: readonly Answerer[];
  /** Carriers of protocols whose runs are no HTTP requests, by the ids of the protocols. */
  carriers?: (desk: { agents: Registry }) => Readonly<Record<string, Carrier>>;
  /** Entries for the context of a run: what its agent has learnt. */
  recall?: RunInputsOptions['recall'];
  /** Keeps for programs, which fetch it, what would be sent to another agent. */
  keepFor?: (delivery: Delivery) => Promise<DeliveryOutcome>;
  /** The calls of webhooks about questions of programs. */
  endOfQuestion?: EndOfQuestion;
  /** A person has added or changed a rule. */
  ruleSet?: (rule: Rule) => Promise<void>;
  /** Who of this server's own tabs looks at which question. */
  ownTabs?: Pick<PresenceBoard, 'notify' | 'leave'>;
  /** Agents with what the part knows of them. */
  describeAgents?: (agents: readonly Agent[]) => Agent[];
}
export const deskExtensions = extensionPoint<DeskExtension>();
