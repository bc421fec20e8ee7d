import { figure, percent, plural } from '../count.ts';

/** Texts of the list of events and of the report on the streams. */
export const eventsText = {
  list: (count: number) => `Events, ${figure(count)}`,
  details: 'Selected event',
  views: 'View',
  asList: 'Events',
  asReport: 'Report',
  columns: {
    place: 'Event',
    received: 'Received',
    from: 'From',
    type: 'Type',
    says: 'Content',
  },
  pieces: (count: number) => `${figure(count)} pieces`,
  openPieces: 'Show each piece (arrow right)',
  closePieces: 'Show them as one (arrow left)',
  type: 'Type',
  agent: 'From',
  all: 'all',
  find: 'Find in the events',
  findHint: 'Find',
  onlyAnomalies: 'Anomalies',
  anomalies: (count: number) => plural(count, { one: '# anomaly', other: '# anomalies' }),
  shown: (matching: number, total: number) =>
    matching === total
      ? plural(total, { one: '# event', other: '# events' })
      : `${figure(matching)} of ${plural(total, { one: '# event', other: '# events' })}`,
  reading: (read: number, total: number) => `${figure(read)} of ${figure(total)} read`,
  searchedPart: 'The first 400 characters of an event are searched.',
  floor: (floor: number) => `Very long task: the list begins at ${figure(floor)}.`,
  empty: 'No events yet',
  emptyDetail: 'Events are listed here as they arrive.',
  noMatch: 'Nothing matches',
  noMatchDetail: (total: number) =>
    `${plural(total, { one: '# event is', other: '# events are' })} hidden by the filters.`,
  clear: 'Clear filters',
  failed: 'The events could not be loaded',
  choose: 'Choose an event to see all of it.',
  toEnd: 'To the end',
  following: 'Following the end',
  copy: 'Copy JSON',
  goTo: (sequence: number) => `Go to ${figure(sequence)}`,
  here: 'This is the position shown',
  close: 'Close',
  json: (sequence: number) => `Event ${figure(sequence)} as JSON`,
  received: 'Received',
  lag: (ms: number) => `${figure(Math.round(ms))} ms after its own time`,
  lagShort: (ms: number) => `lag ${figure(Math.round(ms))} ms`,
  noClock: 'no clock',
  noClockTitle: 'Its events have no time, always the same time, or one that is days off',
  lagTitle: 'From the time in the newest event to its receipt',
  noTime: 'has no time',
  run: 'Run',
  download: 'Download JSONL',
  downloadFailed: 'The download failed.',
  openFile: 'Open a file',
  file: {
    title: 'Open an exported task',
    lead: 'Open a task that was downloaded as JSONL, and see it as it was at every moment. The file is read in this browser only; nothing is sent anywhere.',
    choose: 'Choose a file',
    drop: 'or drop it here',
    another: 'Open another file',
    recordings: 'Recordings',
    /** By the name of its file. */
    about: {
      hiring: 'Three agents shortlist freelancers, ask for what is missing, and send invitations',
      radio: 'The cause of a slow radio cell is found, and a plan approved and carried out',
      robot: 'An agent finds the services that fit its goal, and moves an arm',
      tool: 'The call of the tool that moves the arm, approved by a person',
      gateway: 'A program calls an agent over A2A, through the gateway: a person allows the call',
    } as Readonly<Record<string, string>>,
    recordingNote:
      'This is a recording of real agents and of the people who answered them. Nothing here is live, and nothing is sent anywhere.',
    toConsole: 'To the console',
    reading: (share: number) => `Reading the file, ${percent(share)}`,
    folding: (share: number) => `Preparing the view, ${percent(share)}`,
    empty: 'There is no task in this file',
    emptyDetail:
      'A task file has one event per line, as written by “Download JSONL” in the events of a task.',
    unreadable: 'The file could not be read',
    bad: (count: number, first: number) =>
      `${plural(count, { one: '# line could not be read and is left out', other: '# lines could not be read and are left out' })}; the first is line ${figure(first)}.`,
    others: (count: number) =>
      plural(count, {
        one: '# line belongs to other tasks and is left out.',
        other: '# lines belong to other tasks and are left out.',
      }),
    file: 'File',
    untitled: 'Untitled task',
  },
  server: 'Countersign',
  health: 'Health of the streams',
  rate: (perSecond: number) => `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`,
  rateTitle: 'Events per second over the last ten seconds',
  events: (count: number) => plural(count, { one: '# event', other: '# events' }),
  last: (ago: string) => `last ${ago}`,
  rejected: (count: number) => `${figure(count)} rejected`,
  outOfOrder: (count: number) => `${figure(count)} out of order`,
  others: (count: number) => plural(count, { one: '# other anomaly', other: '# other anomalies' }),
  sound: 'nothing rejected',

  report: {
    title: 'Report on the streams',
    lead: 'What the authors of these agents should fix, as found in their events.',
    going: 'A run is still active: what is unfinished is not counted.',
    checking: (read: number, total: number) =>
      `Checking ${figure(read)} of ${plural(total, { one: '# event', other: '# events' })}`,
    sound: 'Nothing to fix',
    soundDetail: (events: number) =>
      `${plural(events, { one: '# event', other: '# events' })} in order: no run ended incomplete, every patch applied.`,
    part: (count: number) => `The first ${figure(count)} events were checked.`,
    copy: 'Copy as Markdown',
    copied: 'Copied',
    markdown: 'Markdown',
    json: 'JSON',
    error: 'error',
    warning: 'warning',
    times: (count: number) => plural(count, { one: 'once', other: '# times' }),
    at: 'At',
    findings: (errors: number, warnings: number) =>
      [
        errors > 0 ? plural(errors, { one: '# error', other: '# errors' }) : '',
        warnings > 0 ? plural(warnings, { one: '# warning', other: '# warnings' }) : '',
      ]
        .filter(Boolean)
        .join(', '),
    all: 'All agents',
  },
};
