export const connectionText = {
  label: 'Connection',
  live: 'Live',
  liveAge: (age: string) => `Live · ${age}`,
  lastEvent: (age: string) => `Last event ${age} ago`,
  noEventYet: 'No event yet',
  connecting: 'Connecting',
  catchingUp: 'Catching up',
  catchingUpBy: (behind: number) => `Catching up ${behind.toLocaleString('en')}`,
  catchingUpDetail: 'What is shown may be older than the journal.',
  offline: (since: string) => `Offline since ${since}`,
  offlineDetail: (waiting: number) =>
    waiting === 0
      ? 'Ages still count. Nothing of yours waits to be sent.'
      : `Ages still count, answers wait in the outbox: ${String(waiting)}`,
  storeTrouble: {
    locked: 'The store is not writable: another program holds the database',
    full: 'The store is not writable: the disk is full',
    failing: 'The store is not writable: the disk fails',
  },
  storeTroubleDetail: (span: string) =>
    `For ${span}. Nothing is lost: agents wait, deadlines count. Answers are taken when it is back.`,
  retryIn: (span: string) => `next try in ${span}`,
  retryNow: 'Retry now',
  gap: 'Gap',
  gapDetail: (from: number, to: number) =>
    `Events ${String(from)} to ${String(to)} are missing here.`,
  askAgain: 'Ask again',
  signedOut: 'Signed out',
} as const;
