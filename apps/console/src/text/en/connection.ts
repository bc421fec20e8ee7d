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
  catchingUpDetail: 'What is shown may be older than the journal.',
  offline: (span: string) => `Offline for ${span}`,
  offlineWord: 'Offline',
  offlineDetail: (waiting: number) =>
    waiting === 0
      ? 'Clocks keep running. No answer of yours is waiting.'
      : `Clocks keep running. Answers of yours that wait to be sent: ${figure(waiting)}.`,
  spoken: {
    offline: 'Offline. Clocks keep running, answers wait until the connection is back.',
    store: 'Nothing is lost: agents wait, deadlines count.',
  },
  storeTrouble: {
    locked: 'The store is not writable: another program holds the database',
    full: 'The store is not writable: the disk is full',
    failing: 'The store is not writable: the disk fails',
  },
  storeTroubleDetail: (span: string) =>
    `For ${span}. Nothing is lost: agents wait, deadlines count. Answers are taken when it is back.`,
  retryIn: (span: string) => `Next try in ${span}.`,
  retryNow: 'Retry now',
  damaged: 'Store damaged',
  newerDetail: 'Drafts are kept. A reload brings it.',
  later: 'Later',
  gap: 'Gap',
  gapDetail: (from: number, to: number) =>
    `Events ${figure(from)} to ${figure(to)} are missing here.`,
  askAgain: 'Ask again',
  signedOut: 'Signed out',
} as const;
