import { figure, plural } from '../count.ts';

/** Texts of the task list and of starting a task. */
export const tasksText = {
  title: 'Tasks',
  csvColumns: [
    'Id',
    'Task',
    'Agent',
    'State',
    'Blocking questions',
    'Follow-ups',
    'Events',
    'Started',
    'Updated',
    'Ended',
  ],
  start: 'Start a task',
  openFile: 'Open a file',
  search: 'Find a task',
  state: 'State',
  agent: 'Agent',
  anyState: 'Any state',
  anyAgent: 'Any agent',
  clear: 'Clear filters',
  count: (shown: number, all: number) =>
    shown === all
      ? plural(all, { one: '# task', other: '# tasks' })
      : `${figure(shown)} of ${figure(all)}`,
  columns: {
    task: 'Task',
    agent: 'Agent',
    state: 'State',
    prompts: 'Questions',
    events: 'Events',
    started: 'Started',
    updated: 'Updated',
  },
  selectAll: 'Select all tasks shown',
  select: (title: string) => `Select ${title}`,
  selected: (count: number) => `${figure(count)} selected`,
  selectNone: 'Select none',
  stopSelected: (count: number) => plural(count, { one: 'Stop # task', other: 'Stop # tasks' }),
  nothingToStop: 'None of them is running',
  none: 'No tasks yet',
  noneDetail: 'Give an agent something to do. What it does appears here and in its stream.',
  noMatch: 'No task matches',
  noMatchDetail: (count: number) =>
    plural(count, { one: '# task does not match.', other: '# tasks do not match.' }),
  failed: 'The tasks could not be loaded',
  untitled: 'Untitled task',
  /** After the state, in the row. */
  damaged: 'part unreadable',
  damagedTitle: 'A part of it could not be read: a page of the database is damaged',
  blocking: (count: number) => `${figure(count)} blocking`,
  followup: (count: number) => plural(count, { one: '# follow-up', other: '# follow-ups' }),
  events: (count: number) => plural(count, { one: '# event', other: '# events' }),
  groups: {
    open: 'Needs a person',
    live: 'Running',
    paused: 'Paused or held',
    cut: 'Cut off, may still run',
    ended: 'Ended',
    failed: 'Failed or lost',
    reads: 'Read-only calls of agents',
  },
  readsLeftOut: (count: number) =>
    plural(count, { one: '# read-only call of agents', other: '# read-only calls of agents' }),

  views: {
    all: 'All tasks',
    own: 'Your filters',
    kept: 'Saved views',
    by: (name: string) => `by ${name}`,
    save: 'Save these filters as a view',
    saveTitle: 'Save as a view',
    name: 'Name',
    shared: 'Visible to everyone',
    keep: 'Save',
    remove: (name: string) => `Remove “${name}”`,
  },

  stop: {
    ask: (count: number) =>
      count === 0
        ? 'Nothing to stop'
        : plural(count, { one: 'Stop this task?', other: 'Stop these # tasks?' }),
    detail: 'Events already on their way may still arrive; they are counted.',
    more: (count: number) => `and ${figure(count)} more`,
    closed: (count: number) =>
      `${plural(count, { one: '# of them has an agent', other: '# of them have agents' })} that cannot stop: the server closes the stream instead, and the work may continue.`,
    left: (count: number) =>
      plural(count, {
        one: '# more has ended already or is stopping, and is left alone.',
        other: '# more have ended already or are stopping, and are left alone.',
      }),
    yes: (count: number) => plural(count, { one: 'Stop # task', other: 'Stop # tasks' }),
    receipts: 'Stopping',
    receiptsHint: 'Closing this does not cancel the requests; each task shows its own.',
    settled: (stopped: number, cutOff: number, all: number) =>
      [
        `${figure(stopped)} of ${figure(all)} stopped`,
        ...(cutOff === 0 ? [] : [`${figure(cutOff)} cut off, may still run`]),
      ].join(', '),
    sending: 'sending',
    since: (count: number) => `${plural(count, { one: '# event', other: '# events' })} since`,
    ladder: 'Status of the stop',
    close: 'Close',
  },

  dialog: {
    title: 'Start a task',
    agent: 'Agent',
    chooseAgent: 'Choose an agent',
    message: 'Message',
    messageHelp: 'Goes to the agent word for word.',
    example: 'Use an example',
    input: 'Structured input',
    inputHelp: 'JSON. The agent describes the format.',
    inputForm: 'Input of the agent',
    inputFaults: 'Correct the marked fields first',
    inputSchema: 'Format of the input',
    inputBad: 'This is not a JSON object',
    name: 'Title',
    nameHelp: 'Optional. Otherwise the first words of the message.',
    submit: 'Start',
    starting: 'Starting',
    needAgent: 'Choose an agent first',
    needMessage: 'Write a message first',
    noAgents: 'No agents yet',
    toAgents: 'Add an agent',
    failed: 'The task was not started',
    unknown: 'The task may have been started',
    offline:
      'The server cannot be reached. Start it again: if it was started, no second task is created.',
  },
};
