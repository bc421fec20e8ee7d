import { figure, plural } from '../count.ts';
import type { BulkType, ReceiptCounts } from '../message-parameters.ts';
import { answerVerbs } from './inbox.ts';

const rows = (count: number) => plural(count, { one: '# row', other: '# rows' });
const questions = (count: number) => plural(count, { one: '# question', other: '# questions' });

const sendWords: Record<BulkType, (count: number) => string> = {
  approve: (count) => `Approve ${questions(count)}`,
  reject: (count) => `Reject ${questions(count)}`,
  comment: (count) => `Comment on ${questions(count)}`,
  edit: (count) =>
    count === 0 ? 'Send edits' : `Send ${plural(count, { one: '# edit', other: '# edits' })}`,
  instruction: (count) => `Instruct ${questions(count)}`,
};

const confirmWords: Record<BulkType, string> = {
  approve: 'Approve',
  reject: 'Reject',
  comment: 'Comment on',
  edit: 'Edit',
  instruction: 'Instruct',
};

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

export const bulkText = {
  panel: 'Decide together',
  keysName: 'Decide together',
  back: 'Back to the queue',
  askTogether: (agent: string, asks: string) => `${agent} asks: ${asks}`,
  rowsShown: (count: number) => `${rows(count)}, as they were when the table was opened`,
  criticalRows: (count: number) => `${figure(count)} critical`,
  sumOf: (label: string, sum: string) => `${label}: ${sum}`,
  sumAndSpan: (label: string, sum: string, span: string) => `${label}: ${sum} in all, ${span}`,
  rowsAnswered: (count: number) => `${rows(count)} answered together`,
  newRows: (count: number) => `${figure(count)} new`,
  newRowsHint: 'They are not part of your decision until you add them',
  differentQuestions: (questions: number, agents: number) =>
    `${figure(questions)} different questions from ${plural(agents, { one: 'one agent', other: '# agents' })}`,
  confirmTitle: 'What your answer means here',
  confirm: (type: BulkType, count: number) =>
    `${confirmWords[type]} ${plural(count, { one: 'this one', other: 'these #' })} too`,
  noMeaning: 'The agent did not say what this answer does.',
  chooseFirst: 'Choose an answer below; then confirm it for each question.',
  capped: (shown: number, all: number) =>
    `Showing ${figure(shown)} of ${figure(all)}. At most ${figure(shown)} can be answered at once: answer these, then the rest.`,
  nothing: 'Nothing to decide together',
  nothingDetail: 'Select rows with X, or open a row that groups equal questions.',
  gone: 'None of them is open any more.',
  // What all rows share
  sameInAll: (count: number) => `The same in all ${figure(count)}`,
  why: 'Why',
  effect: 'Effect',
  noEffect: 'The agents did not say what will change.',
  ifNobody: 'Default',
  defaultsDiffer: 'Each agent’s own default is sent, as shown in its row.',
  lapse: 'The questions expire. Nothing is sent in your name.',
  waitForEver: 'The agents wait.',
  // Columns
  pick: 'Included',
  pickAll: 'Include every row that can be answered',
  pickSection: (severity: string) => `Include every ${severity.toLowerCase()} row`,
  ofSection: (rows: number, ticked: number) =>
    `${figure(rows)} · ${ticked === 0 ? 'none ticked' : ticked === rows ? 'all ticked' : `${figure(ticked)} ticked`}`,
  pickRow: (ask: string) => `Include ${ask}`,
  ask: 'Question',
  agent: 'Agent',
  task: 'Task',
  deadline: 'Deadline',
  rowStatus: 'Now',
  seal: 'Seal',
  result: 'Result',
  missing: 'none',
  emptyValue: 'empty',
  columns: 'Columns',
  columnsHidden: (count: number) => (count === 0 ? 'Columns' : `Columns, ${figure(count)} hidden`),
  inFull: (ask: string) => `Read in full: ${ask}`,
  inFullHint: 'Read the whole row',
  empty: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0] ?? ''} is empty`
      : `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${String(names.length - 3)} more` : ''} are empty`,
  notPossible: (type: BulkType, { count, all, why }: { count: number; all: number; why: string }) =>
    `${confirmWords[type]} is not possible for ${
      count < all
        ? `${figure(count)} of ${figure(all)}`
        : plural(all, { one: 'it', other: 'all #' })
    }: ${why}`,
  otherReasons: (why: string, others: number) =>
    `${why.replace(/\.$/, '')}; ${figure(others)} for other reasons`,
  openOne: 'Open this question on its own',
  // Row states
  changed: 'Changed',
  changedTo: (revision: number) => `Changed since shown, revision ${String(revision)}`,
  look: 'Review',
  lookHint: 'Shows the new content; then the row can be included',
  looked: 'as revised',
  asShown: 'as shown',
  heldBy: (name: string) => `Held by ${name}`,
  closedBy: (did: string, name: string) => `${capital(did)} by ${name}`,
  closedAs: { answered: 'Answered', expired: 'Expired', withdrawn: 'Withdrawn' },
  notTaken: 'Does not accept this answer',
  // Answer
  answer: 'Answer to every included row',
  note: 'Note to the agents',
  reason: 'Reason',
  comment: 'Comment',
  instruction: 'Instruction',
  hints: {
    approve: 'Optional. Goes to each agent word for word',
    reject: 'Goes to each agent word for word',
    comment: 'What should each agent know? This answers the questions',
    instruction: 'What should each agent do instead?',
  } as Partial<Record<BulkType, string>>,
  sentColumn: 'Sent',
  leaves: (count: number) =>
    plural(count, { one: 'What is sent, once:', other: 'What is sent, # times:' }),
  ownTarget: '(its own)',
  chooseAnswer: 'Choose an answer',
  send: (type: BulkType, count: number) => sendWords[type](count),
  sendSeen: (words: string, { count, seen }: { count: number; seen: number }) =>
    count === 0 ? words : `${words} · ${seen === count ? 'all' : figure(seen)} seen`,
  confirmCritical: (type: BulkType, count: number) =>
    `${confirmWords[type]} ${plural(count, { one: 'the critical one', other: 'the # critical ones' })} too`,
  sending: 'Sending',
  recording: (done: number, count: number) => `Recording ${figure(done)} of ${figure(count)}`,
  recordingHint:
    'Nothing leaves before the last row is recorded and its receipt is on screen. One recall takes back all of them.',
  again: 'Send again',
  failedDetail: 'Sending again is safe: no row is answered twice.',
  missingWords: {
    type: 'Choose an answer',
    text: 'Write something first',
    reason: 'Rejecting some of these rows needs a reason',
    rows: 'No row is included',
    viewer: 'Viewers cannot answer',
    unseen: 'Scroll to the end of the rows, or sort them by a column',
    critical: (count: number) =>
      plural(count, { one: 'Confirm the critical row', other: 'Confirm the # critical rows' }),
    confirm: (count: number) =>
      plural(count, { one: 'Confirm the last question', other: 'Confirm # questions' }),
  },
  // Receipt
  receipt: 'Receipt',
  done: (type: BulkType, state: string) => `${capital(answerVerbs[type])}, ${state}`,
  held: (seconds: number) => `delivery starts in ${figure(seconds)} s`,
  heldTogether: 'held for a recall',
  hasLeft: 'it has left',
  waits: 'waits for the other questions of its run',
  changedNotSent: 'Changed since shown, not sent',
  skipped: (why: string) => `Skipped, ${why}`,
  voted: 'Your yes counts; another person must say yes too',
  answeredBy: (name: string, clock: string) => `${name} answered ${clock}`,
  recalled: 'Recalled, nothing was sent',
  notRecalled: (why: string) => `Could not be recalled: ${why}`,
  counts: (count: ReceiptCounts) =>
    [
      count.held > 0 &&
        (Number.isFinite(count.leavesInMs)
          ? `${figure(count.held)} recorded, delivery starts in ${figure(Math.ceil(count.leavesInMs / 1_000))} s`
          : `${figure(count.held)} recorded, held for a recall`),
      count.onTheWay > 0 && `${figure(count.onTheWay)} recorded, on the way`,
      count.done > 0 && `${figure(count.done)} done`,
      count.failed > 0 && `${figure(count.failed)} not delivered`,
      count.recalled > 0 && `${figure(count.recalled)} recalled`,
      count.changed > 0 && `${figure(count.changed)} changed`,
      count.voted > 0 && `${figure(count.voted)} need another yes`,
      count.skipped > 0 && `${figure(count.skipped)} skipped`,
    ]
      .filter(Boolean)
      .join(', '),
  countsOf: (counts: string, count: number) => `Of the ${rows(count)} you answered: ${counts}.`,
  signed: (type: BulkType, name: string, clock: string) =>
    `${capital(answerVerbs[type])} as ${name}, ${clock}.`,
  recallAll: (count: number) => plural(count, { one: 'Recall it', other: 'Recall all #' }),
  recallKey: 'Recall what has not been sent',
  rest: (count: number) =>
    plural(count, { one: 'Back to # unanswered row', other: 'Back to # unanswered rows' }),
  decisionStates: {
    recorded: 'recorded',
    delivered: 'delivered',
    acknowledged: 'acknowledged',
    undeliverable: 'undeliverable',
    refused: 'refused',
    recalled: 'recalled',
  },
} as const;

/** Texts about filling in many rows together. */
export const fillText = {
  action: 'Fill in together',
  title: 'Fill in together',
  field: 'Field',
  forAllOf: (title: string) => `${title} for all`,
  cellOf: (title: string, ask: string) => `${title}: ${ask}`,
  setAll: (count: number) => plural(count, { one: 'Set for # row', other: 'Set for all #' }),
  clear: 'Clear',
  hint: 'A row that you fill in on its own keeps its value. To paste a column from a spreadsheet, paste into its first cell.',
  noRows: 'No row is included.',
  yours: (title: string) => `${title}, yours`,
  setDone: ({ set, kept, title }: { set: number; kept: number; title: string }) =>
    `${title} set in ${plural(set, { one: '# row', other: '# rows' })}.${kept > 0 ? ` ${plural(kept, { one: '# row keeps its', other: '# rows keep their' })} own.` : ''}`,
  pasted: (report: {
    lines: number;
    taken: number;
    refused: readonly unknown[];
    left: number;
    beyond: number;
  }) =>
    [
      `${figure(report.taken)} of ${plural(report.lines, { one: '# line', other: '# lines' })} pasted.`,
      report.left > 0 &&
        `${plural(report.left, { one: '# line', other: '# lines' })} left out: no row below.`,
      report.beyond > 0 &&
        `${plural(report.beyond, { one: '# cell', other: '# cells' })} left out: no column for it.`,
    ]
      .filter(Boolean)
      .join(' '),
  refused: (row: { line: number; ask: string; title: string; cell: string; why: string | null }) =>
    `Line ${String(row.line)}, ${row.ask}: “${row.cell}” does not fit ${row.title}${row.why === null ? '' : ` (${row.why})`}`,
  nothing: 'nothing filled in',
  filled: 'filled in',
  emptied: 'emptied',
  fault: (title: string, message: string) => `${title}: ${message}`,
  faulty: (count: number, example: string) =>
    `${plural(count, { one: '# row needs', other: '# rows need' })} more: ${example}`,
  noneFilled: 'Nothing is filled in yet',
  notSent: (count: number) =>
    `${plural(count, { one: '# row has', other: '# rows have' })} nothing filled in and stay open`,
  restored: (count: number) =>
    `Your earlier entries were restored: ${plural(count, { one: '# row', other: '# rows' })}.`,
  bytes: 'What is sent for this row',
  leaves: 'Each row is sent as a separate edit.',
} as const;

/** Texts of lists that are saved as tables for other programs. */
export const csvText = {
  save: 'Save as CSV',
  saveRows: (count: number) => `Save ${plural(count, { one: '# row', other: '# rows' })} as CSV`,
  prompts: [
    'Id',
    'Question',
    'Blocking',
    'Severity',
    'State',
    'Agent',
    'Task',
    'Asked',
    'Deadline',
    'Held by',
    'Snoozed until',
    'Answered',
    'Answered by',
    'Answer',
    'Delivery',
  ],
  agents: ['Id', 'Agent', 'Protocol', 'URL', 'Description', 'Last contact', 'Answered', 'Observed'],
  rules: [
    'Id',
    'Rule',
    'State',
    'When',
    'Then',
    'Version',
    'Answers',
    'Last answer',
    'Ends',
    'Changed by',
  ],
  webhooks: [
    'Id',
    'Webhook',
    'URL',
    'On',
    'From severity',
    'Repeated after, seconds',
    'Last call',
    'Delivered',
    'Status',
    'Attempts',
  ],
  operators: ['Id', 'Operator', 'Role', 'Groups'],
  services: [
    'Id',
    'Service',
    'Protocol',
    'Address',
    'Health',
    'Lease ends',
    'Registered by',
    'Registered',
    'Tags',
  ],
  gateway: ['Time', 'Change', 'Route', 'Service', 'By', 'Caller', 'Reason'],
} as const;
