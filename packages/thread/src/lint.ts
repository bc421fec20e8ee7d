import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { createVerifier, type Verifier } from '@countersign/hai/verifier';
import { isObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';
import { causeOf, serverAgentId } from './cause.ts';
import { createStateReplay } from './state-replay.ts';

/** One kind of fault in an agent's stream, with the number of occurrences. */
export interface LintFinding {
  rule: string;
  agentId: string;
  /** `error`: something was lost or cannot be trusted. `warning`: it was mended, or may be meant. */
  severity: 'error' | 'warning';
  /** What happened, of the first time. */
  detail: string;
  /** What the agent's author can do about it. */
  advice: string;
  count: number;
  /** Sequences of the first ten. */
  sequences: readonly number[];
}

export interface LintReport {
  events: number;
  agents: readonly { agentId: string; events: number; findings: number }[];
  /** Errors first, then the most frequent. */
  findings: readonly LintFinding[];
}

const shownSequences = 10;

/** What each rule means for the agent's author, and whether anything was lost by it. */
const rules: Record<string, { severity: LintFinding['severity']; advice: string }> = {
  'run-not-started': { severity: 'warning', advice: 'Send RUN_STARTED before anything else.' },
  'run-started-twice': { severity: 'warning', advice: 'Send RUN_STARTED once in a run.' },
  'run-not-ended': {
    severity: 'error',
    advice: 'End every run with RUN_FINISHED or RUN_ERROR, also on the way out of a fault.',
  },
  'after-run-end': { severity: 'error', advice: 'Send nothing after RUN_FINISHED or RUN_ERROR.' },
  'started-twice': {
    severity: 'warning',
    advice: 'Give each message and each call an id of its own.',
  },
  'content-without-start': {
    severity: 'warning',
    advice: 'Open a message with BUSINESS_DATA_START before its content.',
  },
  'end-without-start': { severity: 'warning', advice: 'Close only what was opened.' },
  'start-without-end': { severity: 'warning', advice: 'Close every message, call and step.' },
  'tool-args-after-end': { severity: 'error', advice: 'Send arguments before TOOL_CALL_END.' },
  'tool-result-without-start': {
    severity: 'error',
    advice: 'A TOOL_CALL_RESULT needs the toolCallId of a TOOL_CALL_START.',
  },
  'patch-failed': {
    severity: 'error',
    advice:
      'Patch only paths that are there; use add for new members, and snapshot after a restart.',
  },
  'frame-rejected': {
    severity: 'error',
    advice: 'Send one JSON object with a known type per SSE data field.',
  },
  'event-repaired': {
    severity: 'warning',
    advice: 'Send the members as the specification has them; the event was read all the same.',
  },
  'event-too-large': { severity: 'error', advice: 'Keep an event below 1,000,000 characters.' },
  'event-unreadable': {
    severity: 'error',
    advice: 'A page of the database is damaged: look at the disk, and put a backup in its place.',
  },
  'illegal-transition': {
    severity: 'warning',
    advice: 'Declare states in an order UpFormat knows (table 3 of the paper).',
  },
  'message-quarantined': {
    severity: 'error',
    advice: 'Send UpFormat messages that fit its schema; the issues say what does not.',
  },
  'illegal-order': { severity: 'warning', advice: 'Keep the order of the events of a run.' },
  'name-refused': {
    severity: 'error',
    advice:
      'Name only agents in metadata.agentId: `countersign` and `operator:` are the names of the server and of people.',
  },
  'same-timestamp': {
    severity: 'warning',
    advice: 'Give events the time they happened at, or none; a constant says nothing.',
  },
};
const unknownRule = { severity: 'warning' as const, advice: 'See the event it points at.' };

/**
 * Reads a task's envelopes and says what its agents' authors should mend: order of events, patches that do not apply, frames
 * that were refused, states declared out of order. Judges what the agents sent, not what became of it.
 */
export function lintStream(envelopes: Iterable<Envelope>): LintReport {
  const findings = new Map<string, LintFinding & { sequences: number[] }>();
  const events = new Map<string, number>();
  const verifiers = new Map<string, Verifier>();
  const times = new Map<string, { first: number; same: boolean; count: number }>();
  let total = 0;
  const replay = createStateReplay();
  const note = (rule: string, agentId: string, at: { sequence: number; detail: string }) => {
    const key = `${agentId}\n${rule}`;
    const known = findings.get(key);
    if (known === undefined) {
      const { severity, advice } =
        (Object.hasOwn(rules, rule) ? rules[rule] : undefined) ?? unknownRule;
      const { detail, sequence } = at;
      findings.set(key, {
        rule,
        agentId,
        severity,
        advice,
        detail,
        count: 1,
        sequences: [sequence],
      });
      return;
    }
    known.count += 1;
    if (known.sequences.length < shownSequences) known.sequences.push(at.sequence);
  };
  let last = 0;
  // The call that a question was about need not have been announced.
  let hasAsked = false;
  // A later run may continue items of an earlier one.
  const told = { messages: new Set<string>(), toolCalls: new Set<string>() };
  const known = {
    message: (id: string) => told.messages.has(id),
    toolCall: (id: string) => hasAsked || told.toolCalls.has(id),
  };
  for (const envelope of envelopes) {
    const { event, sequence } = envelope;
    last = sequence;
    if (envelope.agentId === serverAgentId) {
      noteServerFact(envelope, note);
      continue;
    }
    if (envelope.agentId.startsWith('operator:')) continue;
    const { speaker } = causeOf(envelope);
    total += 1;
    events.set(speaker, (events.get(speaker) ?? 0) + 1);
    const run = `${envelope.agentId}\n${envelope.runId ?? ''}`;
    const verifier = verifiers.get(run) ?? createVerifier(known);
    verifiers.set(run, verifier);
    for (const { rule, detail } of verifier.check(event)) note(rule, speaker, { sequence, detail });
    if (event.type === 'BUSINESS_DATA_START') told.messages.add(event.messageId);
    else if (asksByInterrupt(event)) hasAsked = true;
    else if (event.type === 'TOOL_CALL_START') told.toolCalls.add(event.toolCallId);
    for (const { operation, reason } of replay.take(envelope) ?? []) {
      const detail = `${operation.op} ${operation.path}: ${reason}`;
      note('patch-failed', speaker, { sequence, detail });
    }
    watchTime(times, speaker, event.timestamp);
  }
  for (const [run, verifier] of verifiers) {
    const agentId = run.split('\n')[0] ?? '';
    for (const { rule, detail } of verifier.end()) note(rule, agentId, { sequence: last, detail });
  }
  for (const [agentId, { same, count, first }] of times) {
    if (!same || count < 10) continue;
    note('same-timestamp', agentId, {
      sequence: 1,
      detail: `${count} events carry the time ${first}.`,
    });
  }
  return report(total, events, [...findings.values()]);
}

const asksByInterrupt = (event: HaiEvent): boolean =>
  event.type === 'CUSTOM'
    ? event.name === 'on_interrupt'
    : event.type === 'RUN_FINISHED' &&
      isObject(event.outcome) &&
      event.outcome['type'] === 'interrupt';

/** What the server already found while it read: only what cannot be found again from the events themselves. */
function noteServerFact(
  { event, sequence }: Envelope,
  note: (rule: string, agentId: string, at: { sequence: number; detail: string }) => void,
): void {
  if (event.type !== 'CUSTOM' || event.name !== 'countersign.anomaly') return;
  const { value } = event;
  if (typeof value !== 'object' || value === null) return;
  const { kind, agentId, detail } = value as Record<string, unknown>;
  if (typeof kind !== 'string' || typeof agentId !== 'string') return;
  // The verifier reports these too, with the name of the rule.
  if (kind === 'illegal-order' && !/came twice|never came/.test(textOf(detail))) return;
  note(kind, agentId, { sequence, detail: textOf(detail ?? '') });
}

function watchTime(
  times: Map<string, { first: number; same: boolean; count: number }>,
  agentId: string,
  timestamp: number | undefined,
): void {
  if (timestamp === undefined) return;
  const known = times.get(agentId);
  if (known === undefined) times.set(agentId, { first: timestamp, same: true, count: 1 });
  else {
    known.count += 1;
    if (known.first !== timestamp) known.same = false;
  }
}

function report(
  total: number,
  events: ReadonlyMap<string, number>,
  findings: LintFinding[],
): LintReport {
  return {
    events: total,
    agents: [...events].map(([agentId, count]) => ({
      agentId,
      events: count,
      findings: findings.filter((finding) => finding.agentId === agentId).length,
    })),
    findings: findings.sort(
      (left, right) =>
        Number(right.severity === 'error') - Number(left.severity === 'error') ||
        right.count - left.count,
    ),
  };
}
