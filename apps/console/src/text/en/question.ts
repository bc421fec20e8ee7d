import type { AnsweredBy } from '@countersign/api/origin';
import type { DeliveryMethod } from '@countersign/api/prompt';
import { figure, plural } from '../count.ts';
import type { KnownOrigin } from '../origin-names.ts';

/** The origin of a question, and how its answer is sent. */
export const originDetails: Record<
  KnownOrigin,
  { badge: string | null; goesBack: (tool: string | null) => string | null }
> = {
  'upformat/message': { badge: null, goesBack: () => null },
  'ag-ui/interrupt': {
    badge: 'Interrupt',
    goesBack: (tool) =>
      tool === null
        ? 'Your answer resumes the run that stopped to ask.'
        : `Your answer resumes the run that stopped before ${tool}.`,
  },
  'ag-ui/tool-call': {
    badge: 'Tool call',
    goesBack: (tool) =>
      tool === null
        ? 'Your answer is the result of the tool the agent called.'
        : `Your answer is the result of the tool ${tool}.`,
  },
  'hai/button': {
    badge: 'Button',
    goesBack: () => 'Your choice is sent to the agent as a message from you.',
  },
  'hai/form': { badge: 'Form', goesBack: () => 'What you fill in is sent to the agent.' },
  'upformat/unread': {
    badge: 'Unreadable',
    goesBack: () => 'Your words go to the agent as a new message.',
  },
  'a2a/input-required': {
    badge: 'Input required',
    goesBack: () => 'Your answer is the next message of the agent’s task.',
  },
  'a2a/auth-required': {
    badge: 'Sign-in required',
    goesBack: () => 'Your answer is the next message of the agent’s task. Write no password here.',
  },
  'acp/awaiting': {
    badge: 'Awaits an answer',
    goesBack: () => 'Your answer resumes the agent’s run.',
  },
  'mcp/approval': {
    badge: 'Tool call',
    goesBack: (tool) => `Your answer decides whether ${tool ?? 'the tool'} is called.`,
  },
  'mcp/elicitation': {
    badge: 'Elicitation',
    goesBack: () => 'Your answer is sent to the MCP server.',
  },
  'mcp/url': {
    badge: 'Address to open',
    goesBack: () => 'The MCP server receives whether you agree.',
  },
  'mcp/sampling': {
    badge: 'Sampling',
    goesBack: () => 'Your answer decides what the MCP server receives.',
  },
  'mcp/roots': {
    badge: 'Roots',
    goesBack: () => 'The MCP server receives the folders it may use.',
  },
};

/** How the answer to a question with an unknown origin is sent, as declared by its protocol. */
export const answerRouteText: Record<AnsweredBy, string | null> = {
  message: null,
  resume: 'Your answer resumes the run that stopped to ask.',
  result: 'Your answer is the result of what the agent called.',
  words: 'Your words go to the agent.',
  asker: 'Your answer is given to the asker inside the server.',
};

export const originText = {
  goesBack: 'Delivery',
  reason: (reason: string) => `Reason given: ${reason}`,
  together: (count: number) =>
    `${plural(count, { one: '# other question', other: '# other questions' })} of this run must be answered before anything is sent.`,
  choice: 'Your choice',
  dismissTool: (tool: string) => `Never ask about ${tool} again`,
} as const;

/** Texts about the exact bytes. */
export const bytesText = {
  title: 'Exact bytes',
  note: 'The key is created when the answer is sent, so that a repeated request counts once.',
  missing: 'Choose and complete an answer to see what will be sent.',
  keyPlaceholder: '(created when sent)',
  view: 'View',
  request: 'Request',
  feedback: 'Feedback',
  agent: 'What the agent receives',
  canonical: 'Canonical (RFC 8785)',
  bytes: (count: number) => plural(count, { one: '# byte', other: '# bytes' }),
  copyCurl: 'Copy as curl',
  seal: 'Seal, sha256 of what is shown to you',
  default: 'If nobody answers in time',
  asFeedback: 'Posted to the open run.',
  asRun: 'Sent with a new run of the task.',
  asAsker: 'Given to the asker inside the server. Nothing is sent over the network.',
  headers: 'Custom headers',
  noHeaders: 'none',
  nothing: 'Nothing is sent. The agent is not notified.',
  waits: (count: number) =>
    plural(count, {
      one: 'Sent when # other question of this run is answered too.',
      other: 'Sent when # other questions of this run are answered too.',
    }),
  reading: 'Loading',
  failed: 'The server gave no result',
} as const;

/** Texts about who is at a prompt. */
export const peopleText = {
  readers: 'Others who have this open',
  reading: (name: string) => `${name} is reading this`,
  editing: (name: string) => `${name} is writing an answer`,
  readingShort: 'reading',
  editingShort: 'writing',
  heldByYou: 'Held by you',
  left: (left: string) => `${left} left`,
  heldBy: (name: string) => `Held by ${name}`,
  until: (clock: string) => `until ${clock}`,
  release: 'Release',
  releasing: 'Releasing',
  ask: 'Ask to take over',
  force: 'Take over now',
  forceNote: 'As an administrator',
  asked: (name: string, left: string) =>
    `${name} was asked. It is yours in ${left} unless they keep it.`,
  takeBack: 'Withdraw the request',
  askedByOther: (name: string) => `${name} has asked for it already.`,
  wants: (ago: string) => `asked to take over ${ago}. Your draft stays yours.`,
  goesIn: (left: string) => `Handed over in ${left}`,
  goes: 'Handing over now',
  handOver: 'Hand over',
  keep: 'Keep',
  holdsLine: (name: string, clock: string) => `${name} holds this until ${clock}.`,
  holdsNote: 'You can write, but only the first answer counts.',
  answerAnyway: 'Answer anyway',
  answeringAnyway: (name: string) => `You are answering although ${name} holds this.`,
  notAnyway: 'Wait',
  viewer: 'You can read this, not answer it.',
  viewerNote: 'Answering requires the operator role.',
  moreActions: 'More about this question',
} as const;

/** Texts about deadlines, snoozing, escalation and taking back. */
const signalNames: ReadonlyMap<string, string> = new Map([
  ['destroys', 'Destroys'],
  ['sends-out', 'Sends data out'],
  ['secrets', 'Touches secrets'],
  ['outside', 'Leaves the workspace'],
  ['privilege', 'Raises privileges'],
  ['runs-download', 'Runs a download'],
  ['pays', 'Moves money'],
  ['hidden-characters', 'Hidden characters'],
  ['look-alike', 'Look-alike characters'],
  ['hidden-path', 'Hidden path'],
  ['padding', 'Long padding'],
  ['unread', 'Not read to its end'],
]);

export const decisionTimeText = {
  sendDefault: 'Send the default now',
  extend: (span: string) => `Extend by ${span}`,
  extensionsLeft: (left: number) => (left === 0 ? 'used up' : `${figure(left)} left`),
  noExtension: 'The agent does not allow another extension',
  // Escalation
  ladder: 'Escalation',
  nobodyClaims: (clock: string, then: string) => `If nobody claims it by ${clock}, ${then}.`,
  whoMayAnswer: ({
    group,
    people,
    approvals,
  }: {
    group: string | null;
    people: readonly string[] | null;
    approvals: number;
  }) => {
    const who = group ?? people?.join(', ') ?? 'anyone';
    return approvals > 1 ? `Who may answer: ${approvals} of ${who}.` : `Who may answer: ${who}.`;
  },
  neverAllowed: (line: string) => `Never allowed: ${line}. No approval unlocks it.`,
  saidYes: (names: readonly string[], needed: number) =>
    `${names.length} of ${needed} approved: ${names.join(', ')}.`,
  signal: (id: string) => signalNames.get(id) ?? id,
  toGroup: (group: string) => `it goes to group ${group}`,
  toDefault: 'the default is sent',
  toDefaultNone: 'it stays open, because there is no default',
  then: ', then ',
  claimed: 'Claimed, so its escalation is paused.',
  forGroup: (group: string) => `Escalated to group ${group}.`,
  // After the automatic advance
  lastAnswer: 'Previous answer',
  lastIsBack: 'Recalled, and open again.',
  openLast: 'Open it',
  closeLast: 'Hide this',
  // Snooze
  snooze: 'Snooze',
  snoozeTitle: 'Snooze this question',
  snoozeMany: (count: number) => `Snooze ${figure(count)} questions`,
  snoozeNote: 'Hidden from everyone, but still counted. Its deadline keeps running.',
  until: 'Until',
  preset: { quarter: '15 min', hour: '1 h', tomorrow: 'Tomorrow 8:00', custom: 'Another time' },
  customTime: 'Time',
  pastDeadline: (clock: string) => `After the deadline, ${clock}`,
  pastHour: 'Critical questions: one hour at most',
  tooFar: '30 days at most',
  over: 'This time has passed',
  noTime: 'Choose a time',
  reason: 'Reason',
  reasonHint: 'What are we waiting for? Everyone sees this',
  snoozing: 'Snoozing',
  snoozedBy: (name: string, clock: string) => `Snoozed by ${name} until ${clock}`,
  wake: 'Wake',
  waking: 'Waking',
  // Taking back
  leavesIn: (seconds: number) => `Delivery starts in ${figure(seconds)} s. Nothing is sent before.`,
  leaving: 'Delivery starts now.',
  heldFor: (count: number) =>
    plural(count, {
      one: 'Held until # other question of this run is answered.',
      other: 'Held until # other questions of this run are answered.',
    }),
  heldForRun: 'Delivered with the next run: another run of the task is active.',
  recall: 'Recall',
  recallOf: (name: string) => `Recall ${name}’s answer`,
  recalling: 'Recalling',
  recalledKept: 'Your draft was restored.',
  takenBack: 'Your answer was recalled before it was sent.',
  recordedAt: (clock: string) => `recorded ${clock}.`,
} as const;

/** What happens if a prompt without a deadline is not answered. */
function noDeadline(isBlocking: boolean, way: DeliveryMethod | null): string {
  if (!isBlocking) return 'the work is done, and the offer stays open.';
  const isWaiting = way === null || way.run === 'open';
  if (way?.by === 'asker') return 'it stays open, and the asker waits until someone answers.';
  return isWaiting
    ? 'the agent waits until someone answers.'
    : 'it stays open. Nothing runs until someone answers.';
}

/** Texts about a prompt whose run has ended, whose agent is not registered, or whose answer came back. */
export const promptLifeText = {
  noDeadline,
  gone: 'The agent is no longer registered.',
  goneNote: 'Nothing can receive an answer. Add the agent again, or dismiss the question.',
  dismiss: 'Dismiss',
  dismissTitle: 'Dismiss the question',
  dismissNote: 'It is closed without an answer. The reason is recorded with it.',
  dismissReason: 'Reason',
  dismissHint: 'Kept in the audit log',
  dismissing: 'Dismissing',
  run: {
    finished: 'The run has finished.',
    failed: 'The run has failed.',
    lost: 'The agent was lost.',
    stopped: 'The run was stopped.',
  },
  newRun: 'Your answer starts a new run of the task.',
  failedDefault: 'Nothing is sent automatically at the deadline.',
  refused: 'The agent refused the last answer.',
  undeliverable: 'The last answer could not be delivered.',
  answerAgain: 'The question is open again.',
  comments: 'Comments',
  /** The part of a text that a note is about. */
  wordsIn: (words: string, where: string) => `“${words}” in ${where}`,
  addComment: 'Add comment',
  commentStays: 'A comment is added. The question stays open.',
} as const;

/** Texts about a question that could not be read. */
export const unreadText = {
  title: 'This question could not be read.',
  note: 'What the agent sent is shown as received. Instruct the agent in your own words, or stop it.',
  stop: 'Stop the task',
  ask: 'Stop this task?',
  detail: 'The agent is asked to stop. The question is closed when its run ends.',
  yes: 'Stop task',
  way: 'Status of the stop',
} as const;
