import type { StorePart } from '@countersign/api/store-state';
import { figure, plural } from '../count.ts';
import type { PartText } from '../message-parameters.ts';

export const frameText = {
  main: 'Main',
  skip: 'Skip to the content',
  inbox: 'Inbox',
  tasks: 'Tasks',
  wall: 'Wall',
  agents: 'Agents',
  knowledge: 'Knowledge',
  insights: 'Insights',
  pages: 'Menu',
  audit: 'Audit',
  settings: 'Settings',
  keys: 'Keys',
  collapse: 'Collapse',
  expand: 'Expand',
  more: 'More',
  breadcrumb: 'Breadcrumb',
  defaultsSoon: 'goes by default',
  defaultsSoonTitle: 'Its default is sent within two minutes; nobody else holds it',
  search: 'Search or run a command',
  switchTheme: (next: 'light' | 'dark') => `Switch to ${next} theme`,
  operatorMenu: (name: string) => `Operator ${name}`,
  signOut: 'Sign out',
  guide: 'Guide',
  reloadNewer: 'Reload for the new version',
  allDocumentation: 'All documentation',
  version: (version: string) => `Countersign ${version}`,
  blocking: (count: number) => `${figure(count)} blocking`,
  followups: (count: number) => plural(count, { one: '# follow-up', other: '# follow-ups' }),
  notFound: 'Page not found',
  notFoundDetail: 'The link may be outdated.',
  toInbox: 'Open the inbox',
  roles: {
    viewer: 'Viewer',
    operator: 'Operator',
    admin: 'Administrator',
    registrant: 'Registrant',
    auditor: 'Auditor',
  },
} as const;

export const connectionText = {
  label: 'Connection',
  live: 'Live',
  liveAge: (age: string) => `Live · ${age}`,
  lastEvent: (age: string) => `Last event ${age} ago`,
  noEventYet: 'No events yet',
  connecting: 'Connecting',
  catchingUp: 'Catching up',
  catchingUpBy: (behind: number) => `Catching up ${figure(behind)}`,
  catchingUpDetail: 'The server has newer data than is shown here.',
  offline: (span: string) => `Offline for ${span}`,
  offlineWord: 'Offline',
  offlineDetail: (waiting: number) =>
    waiting === 0
      ? 'Deadlines keep running. No answer of yours is waiting.'
      : `Deadlines keep running. Your answers waiting to be sent: ${figure(waiting)}.`,
  spoken: {
    offline: 'Offline. Deadlines keep running, answers wait until the connection is back.',
    store: 'Nothing is lost: agents wait, deadlines keep running.',
  },
  storeTrouble: {
    locked: 'The server cannot save: another program holds its database',
    full: 'The server cannot save: its disk is full',
    failing: 'The server cannot save: its disk is failing',
    off: 'This server only reads',
    elsewhere: 'This server only reads: its store is a copy',
  },
  readsOnlyDetail: {
    off: 'Nothing is sent to agents, and nothing is recorded. It was started with COUNTERSIGN_DUTY=off.',
    elsewhere:
      'Nothing is sent to agents, and nothing is recorded. To let it act here, start it with COUNTERSIGN_DUTY=on.',
  },
  storeTroubleDetail: (span: string) =>
    `For ${span}. Nothing is lost: agents wait, deadlines keep running. Answers are accepted again when it can save.`,
  retryIn: (span: string) => `Next try in ${span}.`,
  retryNow: 'Retry now',
  damaged: 'Store damaged',
  newerDetail: 'Reload to use it. Drafts are kept.',
  later: 'Later',
  gap: 'Gap',
  gapDetail: (from: number, to: number) =>
    `Events ${figure(from)} to ${figure(to)} are missing here.`,
  askAgain: 'Fetch again',
  signedOut: 'Signed out',
} as const;

export const damageText = {
  title: 'Parts of the store cannot be read',
  intro: 'A page of the database on the server’s disk is damaged. Everything else works.',
  whatToDo:
    'Inform the administrator: stop the server, check the disk, and restore a backup of the database.',
  more: 'More in the guide',
  unknownPart: 'Something in it is missing.',
} as const;

/** Texts for each part of the store. */
export const damagedParts: Record<StorePart, PartText> = {
  rules: {
    name: 'Rules',
    meaning: 'Rules cannot be read: no rule answers. Their questions wait for you.',
  },
  policies: {
    name: 'Escalation policy',
    meaning: 'The policy of a new installation applies until yours can be read.',
  },
  webhooks: {
    name: 'Webhooks',
    meaning: 'No webhook is called. Do not count on being paged.',
  },
  calls: { name: 'Calls of webhooks', meaning: 'Some calls to webhooks are not made.' },
  prompts: {
    name: 'Questions',
    meaning: 'Some questions show no agent’s name, no title and no holder.',
  },
  claims: { name: 'Claims', meaning: 'Who holds a question may be missing or out of date.' },
  drafts: {
    name: 'Drafts',
    meaning: 'Some drafts on the server are lost. What you wrote in this browser is kept.',
  },
  sessions: { name: 'Sessions', meaning: 'Some people may have to sign in again.' },
  contacts: { name: 'Contact with agents', meaning: 'The last contact with agents is not known.' },
  'dismissed-tools': {
    name: 'Dismissed tools',
    meaning: 'Tools that were dismissed may ask again.',
  },
  states: {
    name: 'Declared states',
    meaning: 'Unusual changes of state may not be marked.',
  },
  runs: { name: 'Runs', meaning: 'Some runs were not joined again: their tasks do not continue.' },
  controls: { name: 'Pause and stop', meaning: 'Some requests to pause or stop are not sent.' },
  outbox: {
    name: 'Answers on their way',
    meaning: 'Some answers were not sent. Their questions are open again: answer them again.',
  },
  time: {
    name: 'Snoozes and escalation',
    meaning: 'After the clock was set, some snoozes and steps keep their old time.',
  },
};

/** Texts of notifications. */
export const notifyText = {
  title: 'Notifications',
  lead: 'Only for questions that block an agent: one for each, until someone has seen it. Saved on this machine for you only.',
  on: 'Notify me when this window is not in front',
  onHelp: (permission: string) => `As a notification of this browser. ${permission}`,
  words: 'Content',
  plain: 'A decision is needed',
  plainLabel: 'Only that a decision is needed',
  askLabel: 'What is asked, and by whom',
  wordsHelp: 'Notifications may show on a locked screen.',
  repeat: 'Notify again',
  repeatNever: 'Never',
  repeatEvery: (span: string) => `Every ${span} until seen`,
  sound: 'Play a short tone',
  soundHelp: 'One tone, however many questions come at once. Never for follow-ups.',
  test: 'Show a test notification',
  tested: 'Shown. If you saw nothing, your operating system blocks it.',
  testTitle: 'This is how it looks',
  allow: 'Allow notifications',
  permission: {
    granted: 'Allowed in this browser.',
    denied: 'Notifications are blocked in this browser. Allow them in its settings for this site.',
    default: 'Not asked yet.',
    missing: 'Notifications are not available here. They need https or localhost.',
  },
  asks: (agent: string) => `${agent} asks`,
  many: (count: number) => `${figure(count)} decisions are needed`,
  product: 'Countersign',

  bell: (count: number) => (count === 0 ? 'Nothing new' : `Not seen yet: ${figure(count)}`),
  unseen: 'Not seen yet',
  none: 'Nothing new is waiting for you.',
  viewer: 'Viewers are not notified, as they cannot answer.',
  more: (count: number) => `${figure(count)} more in the inbox`,
  reported: 'You are notified when this window is not in front.',
  notNotified: 'Notifications are off.',
  turnOn: 'Turn on',
  change: 'Settings',
} as const;

/** Texts of the sign-in page. */
export const signInText = {
  provider: (name: string) => `Continue with ${name}`,
  providerAway: 'It could not be reached a moment ago. Passkeys and tokens still work.',
  refusals: {
    away: 'The identity provider could not be reached',
    clock:
      'The clocks of this server and of the identity provider differ: inform the administrator',
    'no-role': 'No group of yours has a role here: ask the administrator',
    refused: 'The sign-in at the identity provider was not completed. Try again',
  },
  passkey: 'Use a passkey',
  passkeyRefused: 'The passkey was not accepted',
  passkeyHint: 'It was cancelled, took too long, or this device has none for this address.',
  title: 'Sign in',
  lead: 'Open the sign-in link that the server prints when it starts, or paste a token.',
  where:
    'The link is in the terminal, on the line that begins with “Sign in”. It works once. The administrator’s token is in the file named there; the administrator can create one for each operator.',
  token: 'Token',
  submit: 'Sign in',
  signingIn: 'Signing in',
  withCode: 'Signing in with the link',
  empty: 'Paste a token first',
  codeRefused: 'This link was used before, or the server was restarted since',
  codeHint: 'Restart the server to get a new one, or sign in with a token.',
  tokenRefused: 'Wrong or expired token. Use the link in the terminal or ask your administrator.',
  offline: 'The server cannot be reached',
  offlineHint: 'Check that it is running, then try again.',
  openFile: 'Open an exported task: no sign-in needed',
  loss: {
    over: {
      title: 'Your session has ended',
      hint: 'It expired, or the server ended it. What you were writing is kept in this browser.',
    },
    'cookie-missing': {
      title: 'The cookie of your session is gone',
      hint: 'It was deleted in this browser, or by another server on this host: cookies are shared by all of its ports. Nothing was done in your name. Sign in to continue.',
    },
    'cookie-replaced': {
      title: 'Another server on this host has overwritten the cookie of your session',
      hint: 'Cookies are shared by all ports of a host. Nothing was done in your name, and nothing can be without signing in. If you did not just open a page of an agent, find out who did this.',
    },
  },
  limited: 'Too many attempts, wait a minute',
};
