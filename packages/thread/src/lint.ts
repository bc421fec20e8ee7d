import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { createVerifier, type Verifier } from '@countersign/hai/verifier';
import { isObject } from '@countersign/json/json-object';
import { readStatement, type Statement, type WrittenStatement } from '@countersign/json/statement';
import { textOf } from '@countersign/json/text-of';
import { causeOf, serverAgentId } from './cause.ts';
import { createStateReplay } from './state-replay.ts';
import { say } from './statements.ts';

/** One kind of fault in an agent's stream, with the number of occurrences. */
export interface LintFinding {
  rule: string;
  agentId: string;
  /** `error`: something was lost or is unreliable. `warning`: it was repaired, or may be intended. */
  severity: 'error' | 'warning';
  /** What happened, of the first time. */
  detail: string;
  /** `detail` as data; events of older versions have none. */
  statement: Statement | null;
  /** What the agent's author can do about it. */
  advice: WrittenStatement;
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

/** What was found at an event. */
type Found = Pick<LintFinding, 'detail' | 'statement'> & { sequence: number };

const found = (sequence: number, { text, statement }: WrittenStatement): Found => ({
  sequence,
  detail: text,
  statement,
});

const shownSequences = 10;

/** What each rule means for the agent's author, and whether anything was lost by it. */
const rules: Record<string, Pick<LintFinding, 'severity' | 'advice'>> = {
  'run-not-started': { severity: 'warning', advice: say('advice.run-not-started') },
  'run-started-twice': { severity: 'warning', advice: say('advice.run-started-twice') },
  'run-not-ended': { severity: 'error', advice: say('advice.run-not-ended') },
  'after-run-end': { severity: 'error', advice: say('advice.after-run-end') },
  'started-twice': { severity: 'warning', advice: say('advice.started-twice') },
  'content-without-start': { severity: 'warning', advice: say('advice.content-without-start') },
  'end-without-start': { severity: 'warning', advice: say('advice.end-without-start') },
  'start-without-end': { severity: 'warning', advice: say('advice.start-without-end') },
  'tool-args-after-end': { severity: 'error', advice: say('advice.tool-args-after-end') },
  'tool-result-without-start': {
    severity: 'error',
    advice: say('advice.tool-result-without-start'),
  },
  'patch-failed': { severity: 'error', advice: say('advice.patch-failed') },
  'frame-rejected': { severity: 'error', advice: say('advice.frame-rejected') },
  'event-repaired': { severity: 'warning', advice: say('advice.event-repaired') },
  'event-too-large': { severity: 'error', advice: say('advice.event-too-large') },
  'event-unreadable': { severity: 'error', advice: say('advice.event-unreadable') },
  'illegal-transition': { severity: 'warning', advice: say('advice.illegal-transition') },
  'message-quarantined': { severity: 'error', advice: say('advice.message-quarantined') },
  'illegal-order': { severity: 'warning', advice: say('advice.illegal-order') },
  'name-refused': { severity: 'error', advice: say('advice.name-refused') },
  'same-timestamp': { severity: 'warning', advice: say('advice.same-timestamp') },
};
const unknownRule = { severity: 'warning' as const, advice: say('advice.other') };

/**
 * Reads a task's envelopes and reports what its agents' authors should fix: order of events, patches that do not apply, frames
 * that were refused, states declared out of order. Based on what the agents sent, not on the result.
 */
export function lintStream(envelopes: Iterable<Envelope>): LintReport {
  const findings = new Map<string, LintFinding & { sequences: number[] }>();
  const events = new Map<string, number>();
  const verifiers = new Map<string, Verifier>();
  const times = new Map<string, { first: number; same: boolean; count: number }>();
  let total = 0;
  const replay = createStateReplay();
  const note = (rule: string, agentId: string, at: Found) => {
    const key = `${agentId}\n${rule}`;
    const known = findings.get(key);
    if (known === undefined) {
      const { severity, advice } =
        (Object.hasOwn(rules, rule) ? rules[rule] : undefined) ?? unknownRule;
      const { detail, statement, sequence } = at;
      findings.set(key, {
        rule,
        agentId,
        severity,
        advice,
        detail,
        statement,
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
  const reported = { messages: new Set<string>(), toolCalls: new Set<string>() };
  const known = {
    message: (id: string) => reported.messages.has(id),
    toolCall: (id: string) => hasAsked || reported.toolCalls.has(id),
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
    for (const { rule, said } of verifier.check(event)) note(rule, speaker, found(sequence, said));
    if (event.type === 'BUSINESS_DATA_START') reported.messages.add(event.messageId);
    else if (asksByInterrupt(event)) hasAsked = true;
    else if (event.type === 'TOOL_CALL_START') reported.toolCalls.add(event.toolCallId);
    for (const { operation, reason } of replay.take(envelope) ?? []) {
      const said = say('lint.operation', { op: operation.op, path: operation.path, reason });
      note('patch-failed', speaker, found(sequence, said));
    }
    watchTime(times, speaker, event.timestamp);
  }
  for (const [run, verifier] of verifiers) {
    const agentId = run.split('\n')[0] ?? '';
    for (const { rule, said } of verifier.end()) note(rule, agentId, found(last, said));
  }
  for (const [agentId, { same, count, first }] of times) {
    if (!same || count < 10) continue;
    note('same-timestamp', agentId, found(1, say('lint.same-timestamp', { count, time: first })));
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
  note: (rule: string, agentId: string, at: Found) => void,
): void {
  if (event.type !== 'CUSTOM' || event.name !== 'countersign.anomaly') return;
  const { value } = event;
  if (typeof value !== 'object' || value === null) return;
  const { kind, agentId, detail, statement } = value as Record<string, unknown>;
  if (typeof kind !== 'string' || typeof agentId !== 'string') return;
  // The verifier reports these too, with the name of the rule.
  if (kind === 'illegal-order' && !/came twice|never came/.test(textOf(detail))) return;
  note(kind, agentId, {
    sequence,
    detail: textOf(detail ?? ''),
    statement: readStatement(statement),
  });
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
