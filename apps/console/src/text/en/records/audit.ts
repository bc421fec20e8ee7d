import type { AuditEntry, AuditKind } from '@countersign/api/records/audit';
import { figure, plural } from '../../count.ts';

const kinds: Record<AuditKind, string> = {
  decision: 'Decisions',
  task: 'Tasks',
  policy: 'Policy and rules',
  people: 'People',
  session: 'Sign-ins',
  connection: 'Connections',
  knowledge: 'Knowledge',
  export: 'Exports',
  refused: 'Refused requests',
  erasure: 'Erasures',
  other: 'Other',
};

const whoKinds: Record<AuditEntry['who']['kind'], string> = {
  person: 'person',
  rule: 'rule',
  default: 'nobody, default',
  program: 'program',
  server: 'this server',
  nobody: 'not signed in',
};

const states: Record<NonNullable<AuditEntry['delivery']>['state'], string> = {
  recorded: 'recorded',
  delivered: 'delivered',
  acknowledged: 'acknowledged',
  undeliverable: 'not delivered',
  refused: 'refused by the agent',
  recalled: 'recalled',
};

const outcomes = { done: 'done', failed: 'failed', reversed: 'reversed' } as const;

const faults = {
  chain: 'an entry was changed or removed',
  columns: 'what is kept beside an entry does not fit it',
  decision: 'a decision is not the one that was recorded',
  receipt: 'the receipt of a decision is not the one that was recorded',
  end: 'entries at the end are missing',
  anchor: 'the chain is not the one whose end was written outside',
  events: 'an event of a task was changed or removed',
};

/** Words of actions; what has none is shown as it is recorded. */
const actions: Record<string, string> = {
  decision: 'answered',
  recall: 'recalled an answer',
  dismiss: 'dismissed',
  comment: 'commented',
  extension: 'extended the deadline',
  snooze: 'snoozed',
  wake: 'woke it',
  escalation: 'escalated',
  result: 'reported the outcome',
  'rule:answer': 'answered by a rule',
  'task:start': 'started a task',
  'task:restart': 'restarted a task',
  message: 'sent a message',
  stop: 'stopped',
  pause: 'paused',
  resume: 'resumed',
  policy: 'changed the policy',
  'operator:add': 'added a person',
  'operator:change': 'changed a person',
  'operator:remove': 'removed a person',
  'session:open': 'signed in',
  'agent:add': 'added a connection',
  'agent:change': 'changed a connection',
  'agent:remove': 'removed a connection',
  'export:audit': 'exported the audit',
  'export:task': 'exported a task',
  'export:evidence': 'exported evidence',
  refused: 'was refused',
};

/** Texts of the audit. */
export const auditText = {
  title: 'Audit',
  lead: 'Who decided what, having seen what, delivered how',
  failed: 'The audit could not be read',
  none: 'Nothing matches',
  noneDetail: 'No entry matches these filters.',
  clear: 'Clear filters',
  more: 'Show more',
  count: (count: number, more: boolean) =>
    more
      ? `${figure(count)} shown, more below`
      : plural(count, { one: '# entry', other: '# entries' }),
  find: 'Person, text, id, digest',
  when: 'When',
  anyTime: 'any time',
  times: { hour: 'last hour', day: '24 hours', week: '7 days', month: '30 days' },
  kind: 'Kind',
  anyKind: 'all',
  kinds,
  connection: 'Connection',
  anyConnection: 'all',
  person: (id: string) => `Person ${id}`,
  tool: (name: string) => `Tool ${name}`,
  only: 'Only this person',
  onlyTool: 'Only this tool',
  drop: 'Remove this filter',
  number: 'No.',
  time: 'Time',
  who: 'Who',
  what: 'What',
  seen: 'Having seen',
  delivery: 'Delivered',
  whoKinds,
  action: (action: string): string => actions[action] ?? action,
  seenFor: (span: string) => `open for ${span}`,
  notSeen: 'not opened',
  unattended: 'by itself',
  revision: (revision: number) => `revision ${figure(revision)}`,
  states,
  outcomes,
  itFailed: 'you approved it; it failed',
  verify: 'Verify',
  verifying: 'Verifying…',
  verifyFailed: 'It could not be verified',
  holds: (rows: number, clock: string) =>
    `Chain holds: ${plural(rows, { one: '# entry', other: '# entries' })}, checked at ${clock}`,
  provenEvents: (from: number, to: number) =>
    `Events ${figure(from)} to ${figure(to)} are as they were written.`,
  anchored: (number: number, clock: string) =>
    `The end of entry ${figure(number)} was written outside at ${clock}.`,
  notAnchored: 'No end was written outside this server yet.',
  broken: (number: number) => `Broken at entry ${figure(number)}:`,
  faults,
  exports: 'Export',
  csv: 'CSV',
  jsonl: 'JSON lines',
  entry: (number: number) => `Entry ${figure(number)}`,
  close: 'Close',
  screen: 'The screen as it was',
  proven: 'Its content has the digest that was decided.',
  notProven: 'Its content does not have the digest that was decided.',
  noScreen: 'There is no question to show.',
  openTask: 'Open the task at that moment',
  decided: 'What was decided',
  evidence: 'Save as evidence',
  receipt: 'Signed receipt',
  noReceipt: 'No receipt: it is no decision, or of an earlier version.',
  used: (clock: string) => `Its use began at ${clock}.`,
  notUsed: 'It was not used yet.',
  key: 'Key',
  chain: 'The chain around it',
  hash: 'Hash',
  bytes: 'Exact text',
  bytesDetail:
    'The hash is SHA-256 of the hash before, a line feed and this text. It can be checked with both.',
  facts: 'Recorded with it',
} as const;
