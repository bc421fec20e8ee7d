import type { FeedbackType } from '@countersign/upformat/message';
import { figure, plural } from '../count.ts';

/** An answer with the agent's label next to ours: `approved as “Go on without it”`. */
export const withOwnLabel = (did: string, own: string): string => `${did} as “${own}”`;

const nouns: Record<FeedbackType, string> = {
  edit: 'edits',
  approve: 'approvals',
  reject: 'rejections',
  rank: 'rankings',
  comment: 'comments',
  instruction: 'instructions',
};

/** `a`, `a and b`, `a, b and c`, and at most three of many. */
function enumerate(names: readonly string[]): string {
  const shown =
    names.length > 4 ? [...names.slice(0, 3), `${figure(names.length - 3)} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

/** Why a kind of answer cannot be given. */
export const refusalText = {
  'not-asked': 'Nothing is asked here.',
  'not-listed': (type: FeedbackType) => `This agent does not accept ${nouns[type]} here.`,
  'too-few-items': 'Ranking needs at least two items.',
  'nothing-to-edit': 'There is nothing to edit.',
  'nothing-to-approve': (missing: readonly string[]) =>
    `Nothing to approve yet: ${enumerate(missing)} ${missing.length === 1 ? 'is' : 'are'} missing.`,
};

/** Who answered: you, or no operator. */
export const deciderText = {
  default: 'Default at deadline',
  escalation: 'Default by escalation',
  rule: (name: string) => `Rule ${name}`,
  you: 'You',
} as const;

const at = (place: number, count: number) => `place ${figure(place)} of ${figure(count)}`;

/** Texts about an order that is made by hand. */
export const rankText = {
  role: 'row that can be moved',
  drag: (name: string) => `Drag ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  help: 'Drag, or use the arrows. By keyboard: space lifts, arrows move, space drops. Alt with an arrow moves at once.',
  instructions:
    'Press space to lift the row, the arrow keys to move it, space to drop it, Escape to put it back. Alt with an arrow moves it at once.',
  lifted: (name: string, place: number, count: number) => `${name} lifted, ${at(place, count)}`,
  dropped: (name: string, place: number, count: number) => `${name} dropped at ${at(place, count)}`,
  putBack: (name: string, place: number, count: number) =>
    `${name} put back to ${at(place, count)}`,
  place: (name: string, place: number, count: number, isTaken: boolean | null) =>
    `${name}, ${at(place, count)}${isTaken === null ? '' : isTaken ? ', taken' : ', not taken'}`,
  taken: 'taken',
  continues: (names: string) => `With this order the agent continues with ${names}.`,
} as const;

/** Names of the steps of answers and controls. */
export const rungText = {
  sending: 'sending',
  waitingForNetwork: 'no connection, retried automatically',
  recorded: 'recorded',
  delivered: 'delivered',
  attempts: (count: number) => `trying, attempt ${figure(count)}`,
  acknowledged: 'acknowledged',
  refused: 'refused',
  undeliverable: 'undeliverable',
  inDoubt: 'may have been carried out',
  requested: 'requested',
  outcomes: { done: 'done', failed: 'failed', reversed: 'reversed' },
  settled: 'settled',
  'cut-off': 'cut off',
  unconfirmed: 'the agent has not said that it stopped',
  failed: 'failed',
};

/** State of a step, for screen readers, after its name. */
export const rungStateText = {
  ok: ', done',
  now: ', in progress',
  bad: ', failed',
  todo: ', not yet',
};

/** Texts about checks of an edit by the agent, and about the parts next to its question. */
export const answerCheckText = {
  title: 'Checked by the agent',
  figures: 'Beside the proposal',
  figuresOfEdit: 'With your changes',
  redrawing: 'Redrawing',
  checking: (agent: string) => `${agent} is checking your changes`,
  fieldsFirst: (agent: string) => `${agent} checks your changes once the fields are right.`,
  fine: (agent: string) => `${agent} found no problem.`,
  says: (agent: string, errors: number, warnings: number) =>
    [
      errors > 0
        ? `${agent} would not accept this: ${plural(errors, { one: '# error', other: '# errors' })}`
        : '',
      warnings > 0 ? plural(warnings, { one: '# warning', other: '# warnings' }) : '',
    ]
      .filter((part) => part !== '')
      .join(', ')
      .replace(/^(\d)/, `${agent} says: $1`),
  unchecked: (agent: string) => `Not checked by ${agent}.`,
  again: 'Check again',
  maySend: 'You can still send it.',
  refused: (agent: string) => `${agent} would not accept this value`,
  severity: { error: 'Error', warning: 'Warning' },
  more: (count: number) => `${figure(count)} more`,
  sentBy: 'The agent:',
} as const;

/** Texts about differences, merging, comparing and notes at places. */
export const decisionEditText = {
  difference: 'Difference',
  differenceOf: 'Your version compared with the proposal',
  linesNotShown: (count: number) =>
    plural(count, { one: '# line that is not shown', other: '# lines that are not shown' }),
  linesAlike: (count: number) =>
    plural(count, { one: '# unchanged line', other: '# unchanged lines' }),
  inProse: 'Longer texts',
  removed: 'removed',
  added: 'added',
  arrangement: 'Layout',
  inline: 'Inline',
  sideBySide: 'Side by side',
  proposed: 'Proposed',
  yours: 'Yours',
  movedTo: (place: number) => `moved to place ${figure(place)}`,
  movedInto: (field: string, where: string) => `${field} moved to ${where}`.trim(),
  entryAdded: (words: string) => `added ${words}`.trim(),
  fieldSet: (field: string, value: string) => `${field} ${value}`.trim(),
  fieldChanged: (field: string, was: string, value: string) => `${field} ${was} → ${value}`.trim(),
  fieldIsOther: (field: string) => `${field} changed`.trim(),
  /** After a hidden value that is not the proposed one. */
  otherSecret: 'changed',
  fieldLeftOut: (field: string, was: string) => `${field} ${was} left out`,
  nothingHere: 'nothing',
  // Drafts
  saving: 'Saving draft',
  saved: (clock: string) => `Draft saved ${clock}`,
  keptHere: 'Draft kept in this browser',
  otherTab: 'You have also written a draft in another tab',
  otherTabNote: (clock: string) => `That draft is from ${clock}. Which one should be kept?`,
  useOther: 'Use the other',
  useThis: 'Keep this one',
  // Merge
  merge: 'The agent revised the question while you edited',
  field: 'Field',
  sawRevision: (revision: number) => `You saw, revision ${String(revision)}`,
  agentRevision: (revision: number) => `Agent, revision ${String(revision)}`,
  taken: 'taken',
  kept: 'kept',
  clash: 'changed',
  nothingThere: 'not there',
  leftOut: 'left out',
  choose: (path: string) => `Choose for ${path}`,
  take: (value: string) => `Use ${value}`,
  theirs: 'Use the agent’s',
  mine: 'Keep yours',
  tally: (open: number, settled: number) =>
    `${plural(open, { one: '# conflict', other: '# conflicts' })} to resolve, ${figure(settled)} resolved.`,
  mergeRule: 'Resolve every conflict to send; the seal is then computed again.',
  wholeValue: 'whole value',
  moreFields: (count: number) =>
    `${plural(count, { one: '# more field', other: '# more fields' })} resolved`,
  looked: (revision: number) => `Continue with revision ${String(revision)}`,
  // Compare
  compare: 'Compare side by side',
  compareTitle: 'Compare',
  compareNote: 'Differences are marked.',
  compareWhich: 'Which',
  compareMost: 'At most three. Remove one first',
  onlyDifferent: 'Only differences',
  sameInAll: (count: number) =>
    `${plural(count, { one: '# field', other: '# fields' })} the same in all`,
  putFirst: 'Put first',
  choosePlan: 'Choose this',
  different: 'differs',
  notThere: 'not there',
  takeAlternative: (label: string) => `Take the alternative “${label}” instead.`,
  // Notes at places
  notes: 'Notes',
  notesHelp:
    'Choose something in the content, or a field here. Several notes are sent as one answer.',
  addNote: 'Note about a field',
  chooseField: 'Choose a field',
  noteAt: (place: number, where: string) => `Note ${figure(place)} at ${where}`,
  noteHint: 'Your note',
  removeNote: (place: number) => `Remove note ${figure(place)}`,
  noteGone: 'What this note is about is gone',
  content: 'What can be commented on',
  explanation: 'Why',
  noteOn: (where: string) => `Note at ${where}`,
  selectWords: (where: string) => `Choose words in ${where}`,
  selecting: 'Select words here, with the mouse or with shift and the arrows',
  noteOnWords: 'Note on the selection',
  stopSelecting: 'Done',
  marker: (place: number) => `note ${figure(place)}`,
  summary: 'Overall note',
  summaryHint: 'Optional with notes. What should the agent know?',
  summaryAside: 'What should the agent know? The question stays open',
  summaryAlone: 'What should the agent know? This answers the question',
  rangeOf: (quote: string) => `“${quote}”`,
} as const;

/** Texts about an answer that was given, as it was sent. */
export const sentText = {
  title: 'Answer as given',
  asProposed: 'As proposed, unchanged.',
  order: 'Order',
  note: 'Note to the agent',
  words: 'Message to the agent',
  noWords: 'No message.',
  bytes: (count: number) => `Exact bytes, ${figure(count)}`,
} as const;
