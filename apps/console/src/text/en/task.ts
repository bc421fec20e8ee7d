const figure = (value: number) => value.toLocaleString('en');
const plural = (count: number, one: string, many: string) =>
  `${figure(count)} ${count === 1 ? one : many}`;

/** Figures of tokens, short: `48.2 k`. */
export function tokenWords(count: number): string {
  return count < 1000 ? String(count) : `${(count / 1000).toFixed(1)} k`;
}

/** Words of the task page around its stream. */
export const taskText = {
  untitled: 'Untitled task',
  agents: (count: number) => plural(count, 'agent', 'agents'),
  elapsed: 'Elapsed',
  took: 'Took',
  inRuns: (count: number) => `in ${plural(count, 'run', 'runs')}`,
  started: 'Started',
  tokens: 'Tokens',
  tokensIn: 'in',
  tokensOut: 'out',
  anomalies: (count: number) => plural(count, 'anomaly', 'anomalies'),
  notFound: 'There is no such task',
  notFoundDetail: 'It may belong to another server, or the address is incomplete.',
  allTasks: 'All tasks',

  tabs: {
    label: 'Views of this task',
    stream: 'Stream',
    lineage: 'Lineage',
    flow: 'Flow',
    timeline: 'Timeline',
    state: 'State',
    decisions: 'Decisions',
    events: 'Events',
  },

  control: {
    label: 'Control',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop',
    requested: { pause: 'Pause requested', resume: 'Resume requested', stop: 'Stop requested' },
    hold: 'This agent cannot pause: the server holds its stream instead',
    close: 'This agent cannot stop: the server closes its stream, and it may still run unheard',
    ask: 'Status',
    asking: 'Asking',
    askHint: 'Asks the agent what its run is doing',
    askFailed: 'The server could not ask',
    said: (agent: string) => `${agent} says:`,
    saidNot: (agent: string) => `${agent} did not answer:`,
    saidStatus: {
      running: 'it runs',
      paused: 'it is paused',
      stopping: 'it is stopping',
      stopped: 'it does not run any more',
      finished: 'it has finished',
    },
    saidNothing: 'nothing that is known here',
    cutOff: 'Cut off: it never said that it stopped, so as far as anybody knows it still runs.',
    confirm: 'Stop this task?',
    confirmDetail: 'Agents may still send what is already on its way; it is counted here.',
    confirmClose: 'It cannot stop: its stream is closed, and it may still run unheard.',
    confirmYes: 'Stop task',
    confirmNo: 'Keep going',
    ladder: { pause: 'Way of the pause', resume: 'Way of the resume', stop: 'Way of the stop' },
    sending: 'sending',
    waiting: 'waiting for the network',
    refused: 'The request was refused',
    eventsSince: (count: number) => `${plural(count, 'event', 'events')} since`,
    means: {
      agent: null,
      hold: 'Held, agent cannot pause',
      close: 'Stream closed, agent cannot stop',
    },
    notNow: {
      ended: 'The run has ended',
      cutOff: 'Its stream was closed: nothing can be asked of it here',
      stopping: 'The run is stopping',
      paused: 'Already paused',
      running: 'It is running',
    },
  },

  say: {
    label: 'Tell the agents something',
    placeholder: 'Tell the agents something, at any time',
    running: (agent: string) => ({ lead: 'to', agent, tail: 'while it runs' }),
    newRun: (agent: string) => ({ lead: 'new run of', agent, tail: '' }),
    nextRun: (agent: string) => ({ lead: 'with the next run of', agent, tail: '' }),
    queue: {
      label: 'Waits for the next run',
      waits: (who: string) => `From ${who}, goes with the next run`,
      notSent: (reason: string | null) => `Not sent${reason === null ? '' : `: ${reason}`}`,
      takeBack: 'Take back',
      putAway: 'Dismiss',
      again: 'Send again',
    },
    send: 'Send',
    sending: 'Sending',
    waiting: 'Waits for the network, sent when it is back',
    refused: 'Not sent',
    again: 'Send again',
    dismiss: 'Dismiss',
    viewer: 'Viewers can read, not send',
    asked: {
      blocks: (count: number) =>
        count === 1
          ? 'The agent takes no words before its question is answered.'
          : `The agent takes no words before its ${figure(count)} questions are answered.`,
      'passed-by': (count: number) =>
        count === 1
          ? 'Words sent now start a run that counts the open call as not answered. Its question stays open.'
          : `Words sent now start a run that counts the ${figure(count)} open calls as not answered. Their questions stay open.`,
      answer: 'Answer',
    },
  },

  decisions: {
    title: 'Decisions',
    none: 'Nothing was asked yet',
    noneDetail: 'Questions of the agents and their answers are listed here.',
    open: 'Open',
    answer: 'Answer',
    blocking: 'blocking',
    followup: 'follow-up',
    expired: 'expired',
    withdrawn: 'withdrawn',
    ladder: 'Way of the answer',
    csv: 'Save as CSV',
    facts: {
      asked: 'Asked',
      took: 'Open for',
      deadline: 'Deadline',
      noDeadline: 'none',
      by: 'Answered by',
      byDefault: 'nobody: the default at the deadline',
      seal: 'Seal',
    },
    columns: [
      'Asked at',
      'Question',
      'Blocking',
      'State',
      'Answered at',
      'Answered by',
      'Answer',
      'Delivery',
      'Deadline',
      'Digest',
    ],
  },
};
