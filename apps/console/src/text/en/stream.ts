import { figure, percent, plural } from '../count.ts';

/** How long something took, short: `0.4 s`, `24 s`, `3:05`. Milliseconds in. */
export function durationLabels(ms: number): string {
  if (ms < 95) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const whole = Math.floor(seconds);
  const pad = (value: number) => String(value).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)}:${pad(whole % 60)}`;
  return `${Math.floor(whole / 3600)}:${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
}

/** Texts of the stream. */
export const streamText = {
  label: 'Stream',
  following: 'Following the end',
  follow: 'Follow the end',
  fresh: (count: number) => `${figure(count)} new`,
  toEnd: 'To the end',
  earlier: (count: number) =>
    `Show ${plural(count, { one: '# earlier item', other: '# earlier items' })}`,
  putAside: (count: number) =>
    `${plural(count, { one: '# earlier item is', other: '# earlier items are' })} on the server`,
  showPutAside: 'Show earlier items',
  later: (count: number) =>
    `Show ${plural(count, { one: '# later item', other: '# later items' })}`,
  shown: 'The linked place',
  noPlace: 'This place is not in the task, or has not arrived yet.',
  sinceYouLeft: (time: string, count: number) =>
    `Since you left at ${time}: ${plural(count, { one: '# event', other: '# events' })}`,
  empty: 'Nothing has happened yet',
  emptyDetail: 'The agent has been called. What it says appears here as it arrives.',
  loading: 'Loading the events',
  failed: 'The stream could not be loaded',
  gap: (from: number, to: number) =>
    `Events ${figure(from)} to ${figure(to)} are missing. What you see is the newest known state`,
  gapTitle: 'Gap',
  askAgain: 'Fetch again',
  notDrawn: 'This could not be displayed',
  writing: 'writing',
  halted: 'paused',
  you: 'You',
  server: 'Countersign',
  /** The role of a message that an agent reports. */
  role: { user: 'User', system: 'System', developer: 'Developer' },
  repeated: 'sent again under another id, shown once',
  sentBy: (agent: string) => `as reported by ${agent}`,
  showMore: 'Show',
  showLess: 'Hide',

  thinking: 'Thinking',
  thought: 'Thought',

  tool: {
    arguments: 'arguments arriving',
    called: 'waiting for its result',
    done: 'done',
    failed: 'failed',
    args: 'args',
    gave: 'returned',
    gaveFirst: 'returned first',
    unanswered: 'no result received',
    answeredAs: { given: 'answered', rejected: 'rejected' },
    error: 'error',
    noArguments: 'no arguments',
    withoutCall: 'Result without its call',
    progress: (done: number, all: number) => `${figure(done)} of ${figure(all)} done`,
    percent: (share: number) => percent(share),
    progressLabel: (name: string) => `Progress of ${name}`,
    tools: 'Tools',
  },

  step: (name: string) => `Step ${name}`,
  stepFold: (name: string) => `Fold step ${name}`,
  stepHidden: (count: number) => `${plural(count, { one: '# item', other: '# items' })} folded`,

  handsOver: (tasks: readonly string[]) =>
    tasks.length === 0
      ? 'hands over'
      : `hands over the task ${tasks.map((task) => `“${task}”`).join(', ')}`,
  to: 'to',

  run: {
    started: 'started a run',
    finished: 'finished',
    failed: 'failed',
    stopped: 'was stopped',
    version: (version: string) => `protocol ${version}`,
    cancelled: 'was cancelled by the agent',
    stopNotFollowed: 'finished without following the stop',
    cutOff: 'was cut off',
    after: (ended: string, duration: string) => `${ended} after ${duration}`,
    interrupted: 'stopped to wait for an answer',
  },

  prompt: {
    asks: 'needs a decision',
    offers: 'offers a follow-up',
    answer: 'Answer',
    open: 'Open',
    decision: 'Decision',
    answered: 'answered',
    expired: 'Expired without an answer',
    withdrawn: 'Withdrawn, no answer is needed any more',
    ladder: 'Delivery status',
    deadline: 'Deadline',
  },
  feedback: {
    approve: 'approved',
    reject: 'rejected',
    edit: 'edited',
    rank: 'ranked',
    comment: 'commented',
    instruction: 'instructed',
    because: (reason: string) => `, “${reason}”`,
    quote: (text: string) => `: “${text}”`,
    list: (text: string) => `: ${text}`,
    places: (count: number) => plural(count, { one: '# place', other: '# places' }),
    more: (count: number) => `${figure(count)} more`,
  },
  answered: 'sent an answer',

  control: {
    pause: 'asks to pause',
    resume: 'asks to resume',
    stop: 'asks to stop',
    by: (name: string) => name,
    hold: 'The agent cannot pause: the server holds the stream instead',
    close: 'The agent cannot stop: the server closes the stream instead. It may keep running.',
    eventsSince: (count: number) => `${plural(count, { one: '# event', other: '# events' })} since`,
  },

  connection: {
    connected: (agent: string) => `Connected to ${agent}`,
    lost: (agent: string) => `Lost the connection to ${agent}`,
    reconnecting: (agent: string) => `Reconnecting to ${agent}`,
    held: (agent: string) => `Holding the stream of ${agent}`,
    released: (agent: string) => `Released the stream of ${agent}`,
    closed: (agent: string) => `Closed the stream of ${agent}`,
  },

  anomaly: {
    'frame-rejected': 'Frame rejected',
    'event-repaired': 'Malformed event, corrected',
    'illegal-order': 'Out of order',
    'illegal-transition': 'Unusual change of state',
    'patch-failed': 'State change did not apply',
    'message-quarantined': 'Message set aside',
    'event-too-large': 'Event too large',
    'event-unreadable': 'Could not be read from the disk',
    'over-budget': 'Too much for one task',
    'event-altered': 'Event not exactly as sent',
    'name-refused': 'Name refused',
  } as Readonly<Record<string, string>>,
  anomalyFrom: (agent: string) => `from ${agent}; the stream continued`,

  custom: (name: string) => `Event ${name}`,
  repaired: 'Malformed event, corrected; nothing was lost',
  /** After the name of the first of them. */
  noiseMore: (count: number) => `and ${figure(count)} more protocol events, listed under Events`,

  output: {
    view: 'View',
    plot: 'Plot',
    map: 'Map',
    graph: 'Graph',
    graphCount: (points: number, links: number) =>
      `${plural(points, { one: '# node', other: '# nodes' })}, ${plural(links, { one: '# link', other: '# links' })}`,
    node: 'Node',
    label: 'Label',
    nodeState: 'State',
    changed: 'changes',
    conflict: 'in conflict',
    category: 'Category',
    series: 'Series',
    across: 'x',
    up: 'y',
    further: (place: number) => `Value ${place}`,
    notDrawn: (count: number) =>
      `${plural(count, { one: '# part is', other: '# parts are' })} not drawn.`,
    activity: (type: string) => (type === '' ? 'Activity' : `Activity ${type}`),
    unknown: (type: string) => `Output of type “${type}”`,
    form: 'Form',
    fillIn: 'Fill in the form in the inbox',
    answerOffer: 'Answer in the inbox',
    chart: 'Chart',
    table: 'Table',
    progress: 'Progress',
    fold: 'Section',
    icon: (name: string) => `Icon ${name}`,
    press: (name: string) => name,
    pressed: 'sent',
    pressHint: 'Sends these words as your message and starts a new run',
    image: 'Image',
    audio: 'Audio',
    video: 'Video',
    file: 'File',
    media: (kind: string, name: string) => (name === '' ? kind : `${kind} ${name}`),
    remote: (host: string) => `at ${host}, not loaded: opening it tells ${host} that you read this`,
    openRemote: 'Open in a new tab',
    download: 'Download',
    refused: 'has an address that is not allowed',
    tooLarge: 'is too large to show here',
    wide: 'Scroll sideways for more columns',
    before: 'Before',
    after: 'After',
    newFile: 'New file',
    diffOf: (path: string) => (path === '' ? 'Change' : `Change of ${path}`),
    linesChanged: (added: number, removed: number) => `+${figure(added)} −${figure(removed)}`,
    linesCut: (shown: number, all: number) =>
      `Show all ${figure(all)} lines; ${figure(shown)} are shown, from both ends`,
    facts: 'Where it runs',
    factNames: {
      agent: 'Agent',
      machine: 'Machine',
      folder: 'Folder',
      branch: 'Branch',
      mode: 'Mode of the agent',
      reaches: 'Reaches',
      outside: 'Outside of the folder',
    } as Record<string, string>,
    rowsCut: (shown: number, all: number) => `First ${figure(shown)} of ${figure(all)} rows`,
  },
};
