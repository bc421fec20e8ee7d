import type { Span } from '@countersign/thread/timeline';
import { figure, plural } from '../count.ts';

const kinds: Record<Span['kind'], string> = {
  step: 'step',
  tool: 'tool call',
  output: 'model output',
  handover: 'hand-over',
  person: 'waits for a person',
  followup: 'open follow-up',
};

/** Texts of the lanes over time. */
export const timelineText = {
  title: 'Timeline',
  kind: (kind: Span['kind']) => kinds[kind],
  views: 'View',
  asLanes: 'Lanes',
  asList: 'List',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all',
  foldWaits: 'Fold waits',
  foldWaitsDetail:
    'Waits for a person are drawn shorter, with their real length, so that the work can be seen.',
  folded: (length: string) => `Only waited for a person, ${length}: drawn shorter`,
  answers: 'a person answers',
  lanes: (count: number, from: string, to: string) =>
    `Timeline of ${plural(count, { one: '# lane', other: '# lanes' })} from ${from} to ${to}. Plus and minus zoom, arrow keys move.`,
  busy: (clock: string) => `${clock} busy`,
  idle: (clock: string) => `idle ${clock}`,
  waited: (clock: string) => `waited ${clock} for people`,
  answersOf: (count: number) => plural(count, { one: '# answer', other: '# answers' }),
  median: (clock: string) => `median ${clock}`,
  empty: 'Nothing has happened yet',
  emptyDetail: 'Steps, tool calls and waits appear here as they happen.',
  show: 'Show in the stream',
  goTo: (sequence: number) => `Go to ${figure(sequence)}`,
  decision: 'Open the decision',
  close: 'Close',
  details: 'Selected span',
  going: 'running',
  who: 'Who',
  what: 'What',
  name: 'Name',
  start: 'Start',
  took: 'Took',
  status: 'Status',
  listed: (shown: number, total: number) =>
    shown === total
      ? plural(total, { one: '# entry', other: '# entries' })
      : `The first ${figure(shown)} of ${plural(total, { one: '# entry', other: '# entries' })}`,
  spent: 'Where the time went',
  spentOf: {
    people: 'People',
    tools: 'Tools',
    model: 'Model',
    followups: 'Follow-ups open',
    agents: 'Agents, silent',
  },
  share: 'Share',
  time: 'Time',
  total: 'Total',
  here: 'position shown',
};
