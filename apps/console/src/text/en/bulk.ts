import type { BulkType, ReceiptCounts } from '../bulk.ts';
import { didWords } from './inbox.ts';

const rows = (count: number) => `${String(count)} ${count === 1 ? 'row' : 'rows'}`;
const questions = (count: number) => `${String(count)} ${count === 1 ? 'question' : 'questions'}`;

const sendWords: Record<BulkType, (count: number) => string> = {
  approve: (count) => `Approve ${questions(count)}`,
  reject: (count) => `Reject ${questions(count)}`,
  comment: (count) => `Comment on ${questions(count)}`,
  edit: (count) => `Send ${String(count)} ${count === 1 ? 'edit' : 'edits'}`,
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
  askTogether: 'asks',
  rowsShown: (count: number) => `${rows(count)}, as they were when the table was opened`,
  rowsAnswered: (count: number) => `${rows(count)} answered together`,
  newRows: (count: number) => `${String(count)} new`,
  newRowsHint: 'They are not part of what you decide before you let them in',
  differentQuestions: (questions: number, agents: number) =>
    `${String(questions)} different questions from ${agents === 1 ? 'one agent' : `${String(agents)} agents`}`,
  confirmTitle: 'What your answer means here',
  confirm: (type: BulkType, count: number) =>
    `${confirmWords[type]} ${count === 1 ? 'this one' : `these ${String(count)}`} too`,
  noMeaning: 'The agent did not say what this answer does.',
  chooseFirst: 'Choose an answer below; then confirm it for each question.',
  capped: (shown: number, all: number) =>
    `${String(shown)} of ${String(all)} are shown. No more than ${String(shown)} are answered at once: answer these, then the rest.`,
  nothing: 'Nothing to decide together',
  nothingDetail: 'Select rows with X, or open a row that groups equal questions.',
  gone: 'None of them is open any more.',
  // What all rows share
  sameInAll: (count: number) => `The same in all ${String(count)}`,
  why: 'Why',
  effect: 'Effect',
  noEffect: 'The agents did not say what will change.',
  ifNobody: 'Default',
  defaultsDiffer: 'Each agent’s own default is sent, as its row says.',
  lapse: 'The questions expire. Nothing is sent in your name.',
  waitForEver: 'The agents wait.',
  // Columns
  pick: 'Included',
  pickAll: 'Include every row that can be answered',
  pickRow: (ask: string) => `Include ${ask}`,
  ask: 'Question',
  agent: 'Agent',
  task: 'Task',
  deadline: 'Deadline',
  standing: 'Now',
  seal: 'Seal',
  result: 'Result',
  missing: 'none',
  emptyValue: 'empty',
  columns: 'Columns',
  columnsHidden: (count: number) => (count === 0 ? 'Columns' : `Columns, ${String(count)} hidden`),
  inFull: (ask: string) => `Read in full: ${ask}`,
  inFullHint: 'Read the whole row',
  empty: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0] ?? ''} is empty`
      : `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${String(names.length - 3)} more` : ''} are empty`,
  notPossible: (type: BulkType, { count, all, why }: { count: number; all: number; why: string }) =>
    `${confirmWords[type]} is not possible for ${
      count < all ? `${String(count)} of ${String(all)}` : all === 1 ? 'it' : `all ${String(all)}`
    }: ${why}`,
  otherReasons: (why: string, others: number) =>
    `${why.replace(/\.$/, '')}; ${String(others)} for other reasons`,
  openOne: 'Open this question alone',
  columnWords: {
    '/effect': 'Effect',
    '/explanation': 'Why',
    '/upThought/confidence': 'Confidence',
  } as Readonly<Record<string, string>>,
  // Row states
  changed: 'Changed',
  changedTo: (revision: number) => `Changed since shown, revision ${String(revision)}`,
  look: 'Look',
  lookHint: 'Shows the new content in this row; then it can be included',
  looked: 'as revised',
  asShown: 'as shown',
  heldBy: (name: string) => `Held by ${name}`,
  closedBy: (did: string, name: string) => `${capital(did)} by ${name}`,
  closedAs: { answered: 'Answered', expired: 'Expired', withdrawn: 'Withdrawn' },
  notTaken: 'Does not take this answer',
  // Answer
  answer: 'Answer to every included row',
  note: 'Note to the agents',
  reason: 'Reason',
  comment: 'Comment',
  instruction: 'Instruction',
  hints: {
    approve: 'Optional. Goes to each agent word for word',
    reject: 'Goes to each agent word for word',
    comment: 'What should each agent know? The questions are answered by this',
    instruction: 'What should each agent do instead?',
  } as Partial<Record<BulkType, string>>,
  sentColumn: 'Sent',
  leaves: (count: number) =>
    count === 1 ? 'What is sent, once:' : `What is sent, ${String(count)} times:`,
  ownTarget: '(its own)',
  chooseAnswer: 'Choose an answer',
  send: (type: BulkType, count: number) => sendWords[type](count),
  sending: 'Sending',
  again: 'Send again',
  failedDetail: 'Sending again is safe: no row is answered twice.',
  missingWords: {
    type: 'Choose an answer',
    text: 'Write something first',
    reason: 'Rejecting some of these rows needs a reason',
    rows: 'No row is included',
    viewer: 'Viewers cannot answer',
    confirm: (count: number) =>
      count === 1 ? 'Confirm the last question' : `Confirm ${String(count)} questions`,
  },
  // Receipt
  receipt: 'Receipt',
  done: (type: BulkType, state: string) => `${capital(didWords[type])}, ${state}`,
  held: (seconds: number) => `leaves in ${String(seconds)} s`,
  waits: 'waits for the other questions of its run',
  changedNotSent: 'Changed since shown, not sent',
  skipped: (why: string) => `Skipped, ${why}`,
  answeredBy: (name: string, clock: string) => `${name} answered ${clock}`,
  recalled: 'Recalled, nothing was sent',
  notRecalled: (why: string) => `Could not be recalled: ${why}`,
  counts: (count: ReceiptCounts) =>
    [
      count.held > 0 &&
        `${String(count.held)} recorded, leaving in ${String(Math.ceil(count.leavesInMs / 1_000))} s`,
      count.onTheWay > 0 && `${String(count.onTheWay)} recorded, on the way`,
      count.done > 0 && `${String(count.done)} done`,
      count.failed > 0 && `${String(count.failed)} not delivered`,
      count.recalled > 0 && `${String(count.recalled)} recalled`,
      count.changed > 0 && `${String(count.changed)} changed`,
      count.skipped > 0 && `${String(count.skipped)} skipped`,
    ]
      .filter(Boolean)
      .join(', '),
  ofRows: (count: number) => ` of the ${rows(count)} you answered. `,
  signed: (type: BulkType, name: string, clock: string) =>
    `${capital(didWords[type])} as ${name}, ${clock}.`,
  recallAll: (count: number) => (count === 1 ? 'Recall it' : `Recall all ${String(count)}`),
  recallKey: 'Recall what has not left',
  rest: (count: number) => `Back to ${rows(count)} not answered`,
  decisionStates: {
    recorded: 'recorded',
    delivered: 'delivered',
    acknowledged: 'acknowledged',
    undeliverable: 'undeliverable',
    refused: 'refused',
    recalled: 'recalled',
  },
} as const;
