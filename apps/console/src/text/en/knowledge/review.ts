import { figure, percent, plural } from '../../count.ts';

/** Review of corrections. */
export const reviewText = {
  lead: 'What people changed in the proposals of agents. An approved correction is given to later runs that ask something similar.',
  states: {
    label: 'Which corrections',
    pending: 'Waiting',
    active: 'Approved',
    superseded: 'Rejected or replaced',
  },
  list: 'Corrections',
  none: 'No correction is waiting',
  noneDetail:
    'When you edit, reject or instruct an agent, the difference appears here. Agents learn it only after someone has approved it.',
  noneApproved: 'No correction has been approved yet',
  noneApprovedDetail: 'Approved ones appear here, with the runs that were given them.',
  noneRejected: 'No correction was rejected or replaced',
  noneRejectedDetail: 'Rejected and replaced ones are kept here for their history.',
  approve: 'Approve',
  reject: 'Reject',
  edit: 'Edit, then approve',
  approveMany: (count: number) => `Approve ${figure(count)}`,
  rejectMany: (count: number) => `Reject ${figure(count)}`,
  scope: 'Who learns it',
  scopes: { personal: 'Only its agent', group: 'All agents here' },
  done: {
    approve: (count: number) => `${figure(count)} approved`,
    reject: (count: number) => `${figure(count)} rejected`,
  },
  invalid: (count: number) =>
    plural(count, {
      one: 'The content of # cannot be kept.',
      other: 'The contents of # cannot be kept.',
    }),
  rejectTitle: (count: number) =>
    plural(count, { one: 'Reject this correction?', other: 'Reject # corrections?' }),
  rejectDetail: 'Agents never learn it. It is kept for its history.',
  editTitle: 'Edit, then approve',
  editDetail: 'Agents get what you save here. What the person did is kept beside it.',
  contradicts: {
    title: (count: number) =>
      plural(count, { one: 'Which correction holds?', other: 'Which corrections hold? (#)' }),
    detail:
      'It teaches another value for the same place than one that is approved. Nothing has been changed yet.',
    approved: 'Approved',
    fresh: 'New',
    task: 'its task',
    places: 'Where they differ',
    place: 'Place',
    words: 'in words',
    removed: 'removed',
    label: 'Which one holds',
    choose: 'Choose',
    choices: {
      new: 'The new one: the approved one is replaced, and kept in the history',
      approved: 'The approved one: the new one is rejected',
      both: 'Both: they are for different agents',
      later: 'Decide later: the new one keeps waiting',
    },
    yes: 'Save',
  },
  by: (person: string) => `by ${person}`,
  proposed: 'Proposed',
  decided: 'Decided',
  open: 'Open the memory',
  givenOf: (count: number) => plural(count, { one: 'given to # run', other: 'given to # runs' }),
};

/** What runs were given. */
export const givenText = {
  views: { label: 'What is shown', runs: 'Runs', effect: 'Effect', learning: 'Settings' },
  lead: 'Every memory that a run was given, why it was chosen, and who approved it.',
  list: 'Runs',
  none: 'No run has been given anything yet',
  noneDetail:
    'When an agent starts, it is given the approved corrections and memories that fit its task. Each of them is listed here.',
  noMatch: 'No run was given this',
  noMatchDetail: 'None matches this filter.',
  off: 'Turned off: agents are given nothing.',
  query: 'Searched with',
  approvedBy: 'Approved by',
  needsNone: 'no approval needed',
  score: (share: number) => percent(share),
  version: (version: number) => `version ${figure(version)}`,
  nothing: 'No memory matched.',
  effects: { 'not-asked': 'Not asked', prefilled: 'Pre-filled', 'asked-again': 'Asked again' },
  effectDetail: {
    'not-asked': 'The question of the correction was not asked',
    prefilled: 'The question was asked with the answer filled in',
    'asked-again': 'The question was asked as before',
  },
  filterMemory: 'Only runs that were given one memory',
  filterTask: 'Only runs of one task',
  clear: 'Show all runs',
};

/** Figures of the effect. */
export const effectText = {
  title: 'What corrections have changed',
  lead: 'Runs in finished tasks that were given an approved correction: what happened to its question.',
  none: 'No finished task has been given a correction yet',
  noneDetail:
    'Approve a correction and let the same work run again. This shows whether its question is still asked.',
  saved: (count: number) =>
    plural(count, {
      one: '# question avoided or pre-filled',
      other: '# questions avoided or pre-filled',
    }),
  of: (part: number, all: number) => `${percent(part)} of ${figure(all)}`,
  corrections: 'Corrections',
  pending: 'waiting',
  approved: 'approved',
  rejected: 'rejected',
  runs: 'Runs given something',
  total: 'Memories',
  shared: 'Shared with others',
  waiting: 'Waits for a person',
  waits: {
    corrections: 'Corrections',
    extractions: 'Extractions',
    incoming: 'Incoming',
    questions: 'Contradictions',
  },
  taught: 'By correction',
  taughtColumns: { name: 'Correction', agent: 'Agent', given: 'Given', effect: 'Effect' },
  taughtEffect: (notAsked: number, prefilled: number, again: number) =>
    `${figure(notAsked)} not asked, ${figure(prefilled)} pre-filled, ${figure(again)} asked again`,
  types: 'By type',
  layers: 'By layer',
  origins: 'By origin',
};

/** What agents are given at all. */
export const learningText = {
  title: 'What agents are given',
  on: 'Give memories to runs',
  onDetail: 'Off: no agent is given anything, at once. Nothing is lost.',
  learns: 'Learn from work',
  learnsDetail: 'Finished tasks become memories, and answers become corrections.',
  limit: 'At most, for a run',
  limitUnit: 'memories',
  agents: 'Agents with settings of their own',
  agentsDetail: 'All others are given everything they may have.',
  noAgents: 'None: every agent is given everything it may have.',
  add: 'Add an agent',
  given: 'Give memories',
  types: 'Only these types',
  tags: 'Only with one of these tags',
  tagsHelp: 'Separated by commas. Empty: all.',
  removeAgent: (name: string) => `Remove the settings of ${name}`,
  save: 'Save',
  saved: 'Saved',
  changed: 'The settings were changed meanwhile',
  changedDetail: 'Read them again before you save; your changes are not kept.',
  readAgain: 'Read again',
  changedBy: (person: string) => `Last changed by ${person}`,
  never: 'Never changed',
  limitFault: 'A whole number from 1 to 50',
};
