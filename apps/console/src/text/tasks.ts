const figure = (value: number) => value.toLocaleString('en');

/** Words of the task list and of starting a task. */
export const tasksText = {
  title: 'Tasks',
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
      ? `${figure(all)} ${all === 1 ? 'task' : 'tasks'}`
      : `${figure(shown)} of ${figure(all)}`,
  columns: {
    task: 'Task',
    agent: 'Agent',
    state: 'State',
    prompts: 'Prompts',
    events: 'Events',
    started: 'Started',
    updated: 'Updated',
  },
  selectAll: 'Select all tasks shown',
  select: (title: string) => `Select ${title}`,
  selected: (count: number) => `${figure(count)} selected`,
  selectNone: 'Select none',
  stopSelected: (count: number) => `Stop ${count === 1 ? '1 task' : `${figure(count)} tasks`}`,
  nothingToStop: 'None of them runs',
  none: 'No task yet',
  noneDetail: 'Give an agent something to do. What it does appears here and in its stream.',
  noMatch: 'No task matches',
  noMatchDetail: (count: number) => `${figure(count)} other ${count === 1 ? 'task' : 'tasks'}.`,
  failed: 'The tasks could not be read',
  untitled: 'Untitled task',
  /** Behind the state, in the row. */
  damaged: 'part unreadable',
  damagedTitle: 'Some events could not be read: a page of the database is damaged',
  blocking: (count: number) => `${figure(count)} blocking`,
  followup: (count: number) => `${figure(count)} follow-up`,
  events: (count: number) => `${figure(count)} events`,
  groups: {
    open: 'Needs a person',
    live: 'Running',
    paused: 'Paused or held',
    cut: 'Cut off, may still run',
    ended: 'Ended',
    failed: 'Failed or lost',
  },

  views: {
    all: 'All tasks',
    own: 'Own filters',
    kept: 'Kept views',
    by: (name: string) => `by ${name}`,
    save: 'Keep these filters as a view',
    saveTitle: 'Keep as a view',
    name: 'Name',
    shared: 'Everybody sees it',
    keep: 'Keep',
    remove: (name: string) => `Remove “${name}”`,
  },

  stop: {
    ask: (count: number) =>
      count === 0
        ? 'Nothing to stop'
        : `Stop ${count === 1 ? 'this task' : `these ${figure(count)} tasks`}?`,
    detail: 'Agents may still send what is already on its way; it is counted.',
    more: (count: number) => `and ${figure(count)} more`,
    closed: (count: number) =>
      `${figure(count)} of them ${count === 1 ? 'has an agent' : 'have agents'} that cannot stop: the server closes the stream instead, and the work may go on unheard.`,
    left: (count: number) =>
      `${figure(count)} more ${count === 1 ? 'has' : 'have'} ended already or ${count === 1 ? 'is' : 'are'} stopping, and ${count === 1 ? 'is' : 'are'} left alone.`,
    yes: (count: number) => `Stop ${count === 1 ? '1 task' : `${figure(count)} tasks`}`,
    no: 'Keep going',
    receipts: 'Stopping',
    receiptsHint: 'Closing this takes nothing back; each task shows its request too.',
    settled: (stopped: number, cutOff: number, all: number) =>
      [
        `${figure(stopped)} of ${figure(all)} stopped`,
        ...(cutOff === 0 ? [] : [`${figure(cutOff)} cut off, still running as far as we know`]),
      ].join(', '),
    sending: 'sending',
    since: (count: number) => `${figure(count)} ${count === 1 ? 'event' : 'events'} since`,
    ladder: 'Way of the stop',
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
    inputHelp: 'JSON. The agent says what it takes.',
    inputForm: 'What the agent takes',
    inputFaults: 'Mend the marked fields first',
    inputSchema: 'What it takes',
    inputBad: 'This is not a JSON object',
    name: 'Title',
    nameHelp: 'Optional. Else the first words of the message.',
    submit: 'Start',
    starting: 'Starting',
    needAgent: 'Choose who shall do it',
    needMessage: 'Say what shall be done',
    noAgents: 'No agent is known yet',
    toAgents: 'Add an agent',
    failed: 'The task was not started',
    offline: 'The server cannot be reached. Nothing was started.',
  },
};
