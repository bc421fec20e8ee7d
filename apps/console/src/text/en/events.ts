const figure = (value: number) => value.toLocaleString('en');
const plural = (count: number, one: string, many: string) =>
  `${figure(count)} ${count === 1 ? one : many}`;

/** Words of the list of events and of the report on the streams. */
export const eventsText = {
  list: (count: number) => `Events, ${figure(count)}`,
  details: 'The chosen event',
  views: 'View',
  asList: 'Events',
  asReport: 'Report',
  columns: {
    place: 'Event',
    received: 'Received',
    from: 'From',
    type: 'Type',
    says: 'What it says',
  },
  pieces: (count: number) => `${count.toLocaleString('en')} pieces`,
  openPieces: 'Show each piece (arrow right)',
  closePieces: 'Show them as one (arrow left)',
  type: 'Type',
  agent: 'From',
  all: 'all',
  find: 'Find in the events',
  findHint: 'Find',
  onlyAnomalies: 'Anomalies',
  anomalies: (count: number) => plural(count, 'anomaly', 'anomalies'),
  shown: (matching: number, total: number) =>
    matching === total
      ? plural(total, 'event', 'events')
      : `${figure(matching)} of ${plural(total, 'event', 'events')}`,
  reading: (read: number, total: number) => `${figure(read)} of ${figure(total)} read`,
  searchedPart: 'The first 400 characters of an event are searched.',
  floor: (floor: number) => `Very long task: the list begins at ${figure(floor)}.`,
  empty: 'No event yet',
  emptyDetail: 'Every event of the task is listed here as it comes.',
  noMatch: 'Nothing matches',
  noMatchDetail: (total: number) => `${plural(total, 'event is', 'events are')} left out.`,
  clear: 'Clear filters',
  failed: 'The events could not be read',
  choose: 'Choose an event to see it whole.',
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
  noClockTitle: 'Its events carry no time, always the same one, or one that is days away',
  lagTitle: 'From the time the newest event carries to its receipt',
  noTime: 'carries no time',
  run: 'Run',
  download: 'Download JSONL',
  downloadFailed: 'Not downloaded.',
  openFile: 'Open a file',
  file: {
    title: 'Open an exported task',
    lead: 'A file that was downloaded as JSONL is shown here as the task was, at every moment of it. It is read in this browser only; nothing is sent anywhere.',
    choose: 'Choose a file',
    drop: 'or drop it here',
    another: 'Open another file',
    toConsole: 'To the console',
    reading: (share: number) => `Reading the file, ${Math.round(share * 100)} %`,
    folding: (share: number) => `Putting it together, ${Math.round(share * 100)} %`,
    empty: 'There is no task in this file',
    emptyDetail:
      'It should hold one event in each line, as “Download JSONL” in the events of a task writes it.',
    unreadable: 'The file could not be read',
    bad: (count: number, first: number) =>
      `${plural(count, 'line', 'lines')} could not be read and ${count === 1 ? 'is' : 'are'} left out; the first is line ${figure(first)}.`,
    others: (count: number) =>
      `${plural(count, 'line belongs', 'lines belong')} to other tasks and ${count === 1 ? 'is' : 'are'} left out.`,
    file: 'File',
    untitled: 'Untitled task',
  },
  server: 'Countersign',
  health: 'Health of the streams',
  rate: (perSecond: number) => `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`,
  rateTitle: 'Events per second over the last ten seconds',
  events: (count: number) => plural(count, 'event', 'events'),
  last: 'last',
  rejected: (count: number) => `${figure(count)} rejected`,
  outOfOrder: (count: number) => `${figure(count)} out of order`,
  others: (count: number) => plural(count, 'other anomaly', 'other anomalies'),
  sound: 'nothing rejected',

  report: {
    title: 'Report on the streams',
    lead: 'What the authors of these agents should fix, found in the events themselves.',
    going: 'A run is still going: what it has not ended yet is not counted.',
    checking: (read: number, total: number) =>
      `Checking ${figure(read)} of ${plural(total, 'event', 'events')}`,
    sound: 'Nothing to fix',
    soundDetail: (events: number) =>
      `${plural(events, 'event', 'events')} in order: every run ended, every patch applied.`,
    part: (count: number) => `The first ${figure(count)} events were checked.`,
    copy: 'Copy as Markdown',
    copied: 'Copied',
    markdown: 'Markdown',
    json: 'JSON',
    error: 'error',
    warning: 'warning',
    times: (count: number) => (count === 1 ? 'once' : `${figure(count)} times`),
    at: 'At',
    findings: (errors: number, warnings: number) =>
      [
        errors > 0 ? plural(errors, 'error', 'errors') : '',
        warnings > 0 ? plural(warnings, 'warning', 'warnings') : '',
      ]
        .filter(Boolean)
        .join(', '),
    all: 'All agents',
  },
};
