import type { RunStatus } from '@countersign/api/task';
import type { Severity, UpState } from '@countersign/upformat/message';
import { figure, inRow, plural } from '../count.ts';

export const commonText = {
  product: 'Countersign',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying is not allowed here',
  retry: 'Try again',
  loading: 'Loading',
  more: 'More',
  required: 'required',
  somethingBroke: 'This panel stopped working',
  brokeDetail: 'The rest of the console keeps working. What was sent stays sent.',
  notLoaded: 'This part is not loaded yet',
  notLoadedDetail: 'The server cannot be reached. This part opens when the connection is back.',
  newVersion: 'A new version is running',
  newVersionDetail: 'This part needs it. Drafts are kept.',
  reload: 'Reload',
  offlineProblem: 'The server cannot be reached.',
  /** Words as a sentence, and a value behind its name. */
  sentence: (words: string) => (/[.!?…]”?$/.test(words) ? words : `${words}.`),
  /** Between two sentences, between parts of one, and between a name and what follows it. */
  gap: ' ',
  comma: ', ',
  colon: ': ',
  /** After the word that it explains. */
  aside: (words: string) => ` (${words})`,
  pair: (name: string, value: string) => `${name}: ${value}`,
  /** Several texts in one line, and several sentences; they are given without a full stop. */
  saying: (did: string, words: string): string => `${did}, “${words}”`,
  inRow,
  sentences: (words: readonly string[]) => words.join('. '),
  unknownProblem: 'The server gave no reason.',
} as const;

export const stateLabels: Record<UpState | 'unknown', string> = {
  submitted: 'Submitted',
  waiting: 'Waiting',
  completed: 'Completed',
  failed: 'Failed',
  needsHumanDecision: 'Needs decision',
  followup: 'Follow-up',
  cancelled: 'Cancelled',
  unknown: 'State unknown',
};

/** A task that ended after a person rejected what it asked about last. */
export const rejectedLabel = 'Rejected';

/** A task whose agent waits for an answer, while no question is open. */
export const unansweredLabel = 'Waits, nothing is open';

/** An agent that does not follow a stop or a pause. */
export const obedienceText = {
  disobeys: 'Not obeying',
  ignoredStop: 'Finished, stop not followed',
  title: (agent: string, span: string, events: number) =>
    `${agent} has not obeyed for ${span}: ${plural(events, { one: '# event', other: '# events' })} since`,
  confirmed: (agent: string) => `${agent} confirmed it, and continues.`,
  detail: 'Cutting closes its connection. What it does elsewhere may continue unseen.',
  again: { stop: 'Stop again', pause: 'Pause again', resume: 'Resume again' },
  cut: 'Cut the connection',
  notice: (agent: string) => `${agent} is not obeying`,
  noticeBody: 'It was to stop or pause ten seconds ago, and continues.',
} as const;

export const runStatusLabels: Record<RunStatus, string> = {
  starting: 'Starting',
  running: 'Running',
  paused: 'Paused',
  held: 'Held, agent cannot pause',
  stopping: 'Stopping',
  stopped: 'Stopped',
  'cut-off': 'Cut off, may still run',
  cancelled: 'Cancelled',
  finished: 'Finished',
  failed: 'Failed',
  lost: 'Connection lost',
};

/** States of a task as reported by the protocols, shown on hover. */
export const taskStatusDetail = (run: RunStatus, state: UpState | null): string =>
  `Run: ${runStatusLabels[run]}. Agent's state: ${state === null ? 'none declared' : stateLabels[state]}.`;

export const severityLabels: Record<Severity, string> = {
  info: 'Info',
  minor: 'Minor',
  major: 'Major',
  critical: 'Critical',
};

export const timePhrases = {
  now: 'now',
  yesterday: 'yesterday',
  seconds: (count: number) => `${figure(count)} s`,
  minutes: (count: number) => `${figure(count)} min`,
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`,
  hoursNarrow: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} h` : `${hours} h ${minutes}`,
  days: (days: number, hours: number) => (hours === 0 ? `${days} d` : `${days} d ${hours} h`),
  daysOnly: (days: number) => `${days} d`,
  ago: (age: string) => (age === 'now' ? 'just now' : age === 'yesterday' ? age : `${age} ago`),
  left: (left: string) => `${left} left`,
  passed: 'passed',
} as const;

/** The name of a sender that an agent acts for. */
export const senderText = {
  /** After a mark: the claimed name, and the agent that claims it. */
  relayed: (name: string, by: string) => `“${name}”, by ${by}`,
  asksFor: (agent: string, name: string) => `${agent}, for “${name}”`,
};

export const keysText = {
  title: 'Keys',
  rule: 'Letter keys work a moment after a row gets focus, so that a stray key cannot decide. Until then the ring and the keys are dashed. They never work in a text field. Unticked keys do nothing.',
  spoken: (keys: string) => `(${keys.replaceAll('$mod', 'Ctrl').replaceAll(' ', ', then ')})`,
  everywhere: 'Everywhere',
  sheet: 'All keys',
  goInbox: 'Go to the inbox',
  goTasks: 'Go to tasks',
  goAgents: 'Go to agents',
  goKnowledge: 'Go to knowledge',
  goInsights: 'Go to insights',
  goAudit: 'Go to the audit',
  goSettings: 'Go to the settings',
  goWall: 'Go to the wall',
  goSince: 'Go to what happened since you left',
  goRules: 'Go to the rules',
  goPolicy: 'Go to the escalation policy',
  goOperators: 'Go to the operators',
  goSignIn: 'Go to sign-in',
  goWebhooks: 'Go to the webhooks',
  goRegistry: 'Go to the registry',
  goGateway: 'Go to the gateway',
  goEnvironment: 'Go to affordances',
  goPrograms: 'Go to the programs that ask',
  goConnect: 'Connect an agent',
  goGuide: 'Go to the guide',
  goFile: 'Open an exported task',
  onTask: 'Task',
  message: 'Write a message',
  pause: 'Pause or resume',
  stop: 'Stop, after a confirmation',
  palette: 'Search or run a command',
  theme: 'Switch light and dark',
} as const;

/** Texts of the command palette. */
export const paletteText = {
  title: 'Search or run a command',
  placeholder: 'A page, a task, a question, a command',
  none: 'Nothing matches',
  groups: {
    go: 'Go to',
    here: 'This task',
    do: 'Do',
    prompts: 'Questions',
    answered: 'Answered questions',
    tasks: 'Tasks',
    agents: 'Agents',
  },
  inbox: 'Inbox',
  tasks: 'Tasks',
  wall: 'Wall',
  agents: 'Agents',
  knowledge: 'Knowledge',
  insights: 'Insights',
  audit: 'Audit',
  registry: 'Registry',
  gateway: 'Gateway',
  environment: 'Affordances',
  programs: 'Programs that ask',
  settings: 'Settings',
  rules: 'Rules',
  policy: 'Escalation policy',
  operators: 'Operators',
  signIn: 'Sign-in',
  webhooks: 'Webhooks',
  connect: 'Connect an agent',
  guide: 'Guide for operators',
  openFile: 'Open an exported task',
  view: (name: string) => `Inbox: ${name}`,
  /** Synonyms of a page for the search. */
  also: {
    inbox: ['queue', 'questions', 'prompts'],
    tasks: ['runs', 'threads'],
    wall: ['live', 'tiles'],
    since: ['answered', 'defaulted unseen', 'handover', 'failed', 'shift', 'away'],
    agents: ['directory', 'connections'],
    insights: ['figures', 'statistics', 'load', 'analytics'],
    audit: ['log', 'evidence', 'receipts', 'verify'],
    knowledge: ['memories', 'corrections', 'learning', 'extraction', 'seed packs', 'mek'],
    registry: ['services', 'find an agent', 'leases', 'uap'],
    gateway: ['routes', 'policies', 'registry'],
    environment: ['signifiers', 'services', 'trail', 'permissions'],
    programs: ['tokens', 'settings', 'mcp clients', 'http', 'curl'],
    settings: [
      ...['theme', 'notifications', 'tone', 'keys', 'general', 'look'],
      ...['density', 'language', 'time zone', 'next question'],
    ],
    rules: ['automatic answers', 'settings'],
    policy: ['deadlines', 'recall', 'groups', 'settings'],
    signIn: ['sessions', 'passkeys', 'security'],
    operators: ['people', 'roles', 'tokens', 'settings'],
    webhooks: ['addresses', 'notifications', 'settings'],
    connect: ['first steps', 'token', 'curl', 'install', 'editor'],
    guide: ['help', 'documentation', 'manual'],
    openFile: ['import', 'file', 'jsonl', 'recording'],
    views: ['view', 'queue'],
  },
  start: 'Start a task',
  startAlso: ['new', 'run'],
  theme: 'Switch theme',
  themeAlso: ['dark', 'light', 'settings'],
  keys: 'Show all keys',
  keysAlso: ['help', 'shortcuts', 'keyboard'],
  pause: 'Pause this task',
  resume: 'Resume this task',
  stop: 'Stop this task',
  stopAgain: 'Stop this task: choose again to confirm',
  export: 'Export this task',
  exportAlso: ['download', 'jsonl', 'save'],
  csv: 'Export this list as CSV',
  csvAlso: ['download', 'save', 'table', 'spreadsheet'],
  exportFailed: 'The task could not be exported.',
  search: 'Search',
};

/** Sections of the guide that the console links to, by their hash: their headings in docs/guide.md. */
export const guideSections = { 'when-the-store-is-damaged': 'When the store is damaged' } as const;
