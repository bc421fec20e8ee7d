import { figure } from '../count.ts';

export const connectionText = {
  label: 'Connection',
  live: 'Live',
  liveAge: (age: string) => `Live · ${age}`,
  lastEvent: (age: string) => `Last event ${age} ago`,
  noEventYet: 'No event yet',
  connecting: 'Connecting',
  catchingUp: 'Catching up',
  catchingUpBy: (behind: number) => `Catching up ${figure(behind)}`,
  catchingUpDetail: 'What is shown may be older than what the server has.',
  offline: (span: string) => `Offline for ${span}`,
  offlineWord: 'Offline',
  offlineDetail: (waiting: number) =>
    waiting === 0
      ? 'Clocks keep running. No answer of yours is waiting.'
      : `Clocks keep running. Answers of yours that wait to be sent: ${figure(waiting)}.`,
  spoken: {
    offline: 'Offline. Clocks keep running, answers wait until the connection is back.',
    store: 'Nothing is lost: agents wait, deadlines keep running.',
  },
  storeTrouble: {
    locked: 'The server cannot save: another program holds its database',
    full: 'The server cannot save: its disk is full',
    failing: 'The server cannot save: its disk fails',
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
  askAgain: 'Ask again',
  signedOut: 'Signed out',
} as const;
