import { figure } from '../count.ts';

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
