import type { Agent } from '@countersign/api/agent';
import type { AgentCardAnswer } from '@countersign/api/agents/agent-card';
import type { AgentFinding } from '@countersign/api/agents/agent-test';
import type { DecisionReceipt } from '@countersign/api/bulk';
import type { Operator } from '@countersign/api/operator';
import type { PolicyTable } from '@countersign/api/policy/table';
import type { Claim, Decision, DeliveryPreview, Prompt } from '@countersign/api/prompt';
import type { EditCheck } from '@countersign/api/prompts/edit-check';
import type { Blame, Times } from '@countersign/api/prompts/history';
import type { DryRun, Rule } from '@countersign/api/rule';
import type { Activity } from '@countersign/api/settings/activity';
import type { Policy } from '@countersign/api/settings/policy';
import type { StoreState } from '@countersign/api/store-state';
import type { Control, Task } from '@countersign/api/task';
import type { CreatedWebhook } from '@countersign/api/webhook';
import type { Envelope } from '@countersign/hai/envelope';
import type { Thread } from '@countersign/thread/thread';

/** `First`, and the members of `More` that it does not have. */
type Also<First, More> = First & Omit<More, keyof First>;

interface Various {
  /** Questions in tests are part of a task, unless a test is about the others. */
  taskId: string;
  taskTitle: string;
  runId: string;
  /** As a test that reads it expects it to be present. */
  decision: Decision;
  claim: Claim;
  expiresAt: number;
  lastDelivery: NonNullable<CreatedWebhook['lastDelivery']>;
  /** Of problems. */
  type: string;
  errors: { path: string; message: string }[];
  requestId: string;
  prompt: Prompt & { decision: Decision };
  policy: Policy;
  /** Of the policy table. */
  bypasses: PolicyTable['bypasses'];
  promptIds: string[];
  /** Of tasks, and of their activity. */
  counts: Task['counts'] & Activity['counts'];
  /** Of lists. */
  nextCursor: string | null;
  stopped: { at: number; by: string };
  receipts: DecisionReceipt[];
  /** Of created resources. */
  token: string;
  /** Of a new secret of callbacks. */
  callbackSecret: string;
  proof: string;
  code: string;
  /** Of what a passkey is asked for, and of a passkey. */
  challenge: string;
  options: Record<string, unknown>;
  host: string;
  /** Of the next key of receipts. */
  kid: string;
  from: number;
  parts: string[];
  /** Of a tried agent. */
  findings: AgentFinding[];
  /** Of the card of an agent. */
  card: AgentCardAnswer['card'];
  fault: AgentCardAnswer['fault'];
  faultStatement: AgentCardAnswer['faultStatement'];
  /** Of a check of an edit. */
  outcome: EditCheck['outcome'];
  decisionId: string;
  controlId: string;
  control: Control;
  to: string;
  messageId: string;
  /** Of rows of the audit. */
  number: number;
  action: string;
  operator: string;
  /** Of the audit verification. */
  ok: boolean;
  rows: number;
  /** Of snapshots. */
  thread: Thread;
  cursor: string;
  /** Of the health. */
  store: StoreState;
  /** Of the description. */
  openapi: string;
  paths: Record<string, object>;
}

type Asked = Also<Various, Prompt>;
type Done = Also<Also<Task, CreatedWebhook>, Also<Rule, DryRun>>;
type Arranged = Also<Also<Policy, Operator>, Also<Claim, Agent>>;
type Looked = Also<Also<Blame, Times>, DeliveryPreview>;
type Known = Also<Also<Also<Asked, Done>, Arranged>, Looked>;

/** A row of a list. */
type Item = Also<Known, Envelope> & { detail: Record<string, unknown> };

/**
 * Every member that a response of the server may have, each as in one of the responses. A test reads those of its response; the
 * others are absent.
 */
export type AnswerBody = Known & { detail: string; items: Item[] };
