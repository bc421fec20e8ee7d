import type { Turn } from '@countersign/desk/turn';
import type { FeedbackType } from '@countersign/upformat/message';
import { figure, plural } from '../count.ts';
import type { KnownOrigin } from '../origin-names.ts';

const questions = (count: number) => plural(count, { one: '# question', other: '# questions' });

/** The given answer, as a past participle. */
export const answerVerbs: Record<FeedbackType, string> = {
  approve: 'approved',
  reject: 'rejected',
  edit: 'edited',
  rank: 'ranked',
  comment: 'commented',
  instruction: 'instructed',
};

/** The origin of a question; none for UpFormat. */
export const originLabels: Record<KnownOrigin, string> = {
  'upformat/message': 'UpFormat',
  'ag-ui/interrupt': 'Interrupt',
  'ag-ui/tool-call': 'Tool call',
  'hai/button': 'Buttons',
  'hai/form': 'Form',
  'upformat/unread': 'Unreadable',
  'a2a/input-required': 'Input required',
  'a2a/auth-required': 'Sign-in required',
  'acp/awaiting': 'Awaits an answer',
  'mcp/approval': 'MCP tool call',
  'mcp/elicitation': 'Elicitation',
  'mcp/url': 'Address to open',
  'mcp/sampling': 'Sampling',
  'mcp/roots': 'Roots',
};

export const turnText: Record<Turn['reason'], string> = {
  'held-by-you': 'Your turn: you hold it',
  'take-over-asked': 'Your turn: someone asks you for it',
  'your-group': 'Your turn: it was escalated to your group',
  'nobody-holds-it': 'Your turn: nobody holds it',
  closed: 'Nobody’s turn: it is closed',
  viewer: 'Not your turn: viewers cannot answer',
  snoozed: 'Nobody’s turn until it wakes',
  held: 'Not your turn: someone holds it',
  'other-group': 'Not your turn: it was escalated to another group',
};

/** Why it is the operator's turn, shown in the row. */
export const whyMineText: Record<Extract<Turn, { mine: true }>['reason'], string> = {
  'held-by-you': 'you hold it',
  'take-over-asked': 'someone asks you for it',
  'your-group': 'escalated to your group',
  'nobody-holds-it': 'nobody holds it',
};

export const turnFilterText = {
  mine: 'My turn',
  held: 'Held by me',
  free: 'Unclaimed',
  others: 'Held by others',
} as const;

/** The built-in views. */
export const readyViewText = {
  critical: 'Critical',
  mine: 'Mine',
  due: 'Due in an hour',
  snoozed: 'Snoozed',
  answered: 'Answered',
  unseen: 'Defaulted unseen',
} as const;

export const inboxText = {
  title: 'Inbox',
  queue: 'Queue',
  prompts: 'Questions',
  blocking: 'Blocking',
  followups: 'Follow-ups',
  blockingRule: 'by deadline',
  followupRule: 'a default applies',
  followupRulePlain: 'nobody is blocked',
  closedRule: 'newest first',
  allOpen: 'All open',
  // Filters
  mine: 'Mine',
  mineHint: 'What waits for you, with the reason on each row',
  filter: 'Filter',
  filterBy: 'Filter the queue',
  find: 'Find',
  findHint: 'Words in the question, agent or task',
  agent: 'Agent',
  everyAgent: 'Every agent',
  task: 'Task',
  everyTask: 'Every task',
  kind: 'Kind',
  everyKind: 'Blocking and follow-ups',
  severity: 'Severity',
  everySeverity: 'Every severity',
  turn: 'Turn',
  everyTurn: 'Anyone’s',
  origin: 'Source',
  everyOrigin: 'Any',
  due: 'Due',
  everyDue: 'Any time',
  show: 'Shown',
  showOpen: 'Open',
  snoozed: 'Snoozed',
  notSnoozed: 'Hidden',
  onlySnoozed: 'Only snoozed',
  sameClass: 'equal questions',
  oneTask: 'one task',
  place: 'Path in the message',
  placeHint: '$.upThought.confidence',
  placeBad: 'Enter one path, such as $.upThought.confidence or $.payload.items[0]',
  placeTest: 'Comparison',
  placeValue: 'Value to compare with',
  clearFilters: 'Clear filters',
  groupEqual: 'Group equal',
  groupEqualHint: 'Questions that ask the same about different data share a row',
  // Arrivals
  newPill: (count: number, blocking: number) =>
    blocking === 0 || blocking === count
      ? `${figure(count)} new${blocking === count && blocking > 0 ? ' blocking' : ''}`
      : `${figure(count)} new, ${figure(blocking)} blocking`,
  clearDone: (count: number) => `Clear ${figure(count)} done`,
  announceNew: (count: number, blocking: number) =>
    `${questions(count)} waiting to be shown, ${figure(blocking)} blocking`,
  // States
  loading: 'Loading the open questions',
  failed: 'The questions could not be loaded',
  nothing: 'No agent is blocked',
  nothingDetail: 'New questions appear here automatically.',
  nothingButFollowups: (count: number, next: string | null) =>
    `${plural(count, { one: '# follow-up is', other: '# follow-ups are' })} open.${next === null ? '' : ` The next default applies at ${next}.`}`,
  showFollowups: 'Show follow-ups',
  nothingAnswered: 'Nothing answered yet',
  nothingUnseen: 'No default was sent unseen',
  nothingOverDetail: 'Answered questions appear here.',
  nothingSnoozed: 'Nothing is snoozed',
  nothingYours: 'Nothing waits for you',
  noMatch: 'No question matches',
  noMatchDetail: (filter: string, open: number) => `${filter}. ${questions(open)} open in all.`,
  showAll: 'Show all open',
  chooseOne: 'No question selected',
  chooseOneDetail: 'Choose one on the left, or press J.',
  nothingToChoose: 'The queue is empty. Questions appear here while tasks run.',
  nothingMatches: 'None of the open questions matches the filter.',
  // Keys
  keysName: 'Inbox',
  keyNext: 'Next question',
  keyPrevious: 'Previous question',
  keyOpen: 'Open the question',
  keyBack: 'Back to the queue',
  keySelect: 'Select the question',
  keyRange: 'Select up to here',
  keySnoozePicked: 'Snooze the selection',
  keyFirst: 'First question',
  keyLast: 'Last question',
  keyNew: 'Show new questions',
  keyFind: 'Find and filter',
  move: 'move',
  open: 'open',
  select: 'select',
  snooze: 'snooze',
  snoozedCount: (count: number) => `${figure(count)} snoozed`,
  // Rows
  answered: (did: string, by: string) => `${did} by ${by}`,
  you: 'you',
  defaulted: 'default applied',
  escalatedDefault: 'default by escalation',
  byRule: (name: string) => `by rule ${name}`,
  expired: 'expired',
  withdrawn: 'withdrawn',
  waitsFor: (count: number) =>
    plural(count, { one: 'waits for # more answer', other: 'waits for # more answers' }),
  waitsForRun: 'sent with the next run',
  undeliverable: 'could not be delivered',
  sending: 'sending',
  selected: 'selected',
  heldBy: (name: string) => `Held by ${name}`,
  asksForIt: (name: string) => `${name} asks for it`,
  asks: 'asks for it',
  snoozedBy: (name: string, until: string, reason: string) =>
    `Snoozed by ${name} until ${until}: ${reason}`,
  escalatedTo: (group: string) => `Escalated to ${group}`,
  here: (names: readonly string[], editing: boolean) =>
    `${names.join(', ')} ${editing ? 'writing an answer' : 'reading'} now`,
  equal: 'equal',
  equalPrompts: (count: number) => `${figure(count)} equal questions in one row`,
  allDone: 'all done',
  tasks: (count: number) => plural(count, { one: '# task', other: '# tasks' }),
  // Selection
  selectedCount: (count: number) => `${figure(count)} selected`,
  decideTogether: 'Decide together',
  togetherHint: 'Shift and Enter',
  keyTogether: 'Decide the selection together',
  clearSelection: 'Clear selection',
  snoozePicked: 'Snooze',
} as const;

/** What happened while the operator was away. */
export const absenceText = {
  title: 'Since you left',
  putAway: 'Hide this',
  answered: (count: number) => `${figure(count)} answered by others`,
  defaulted: (count: number, unseen: number) =>
    `${plural(count, { one: '# default', other: '# defaults' })} applied${
      unseen === 0 ? '' : unseen === count ? ', unseen' : `, ${figure(unseen)} unseen`
    }`,
  expired: (count: number) => `${figure(count)} expired without an answer`,
  failed: (count: number) => `${plural(count, { one: '# task', other: '# tasks' })} failed`,
  waiting: (count: number) => `${plural(count, { one: '# waits', other: '# wait' })} now`,
} as const;

export const viewsText = {
  menu: 'Views',
  ready: 'Built-in views',
  yours: 'Your views',
  shared: 'Shared views',
  byName: (name: string) => `by ${name}`,
  changed: (name: string) => `${name}, changed`,
  unknown: 'A view that was deleted',
  save: 'Save as a view',
  update: 'Save the changes',
  rename: 'Rename',
  share: 'Share with everyone',
  unshare: 'Stop sharing',
  remove: 'Delete the view',
  none: 'No views yet',
  saveTitle: 'Save as a view',
  renameTitle: 'Rename the view',
  removeTitle: (name: string) => `Delete “${name}”`,
  removeDetail: 'Links to it keep their filters.',
  removeShared: 'It is deleted for everyone. Links to it keep their filters.',
  name: 'Name',
  shareToo: 'Visible to everyone',
  what: 'Filters',
  doSave: 'Save',
  doRename: 'Rename',
  doRemove: 'Delete',
  failed: 'The views could not be loaded',
} as const;
