import { figure, plural } from '../count.ts';

/** Texts of the scrubber, of looking at the past, and of starting again. */
export const timeText = {
  label: 'Position in the task',
  of: (head: number) => `of ${figure(head)}`,
  value: (at: number, head: number, clock: string) =>
    `Event ${figure(at)} of ${figure(head)}, ${clock}`,
  live: (head: number) => `Live, event ${figure(head)}`,
  back: 'Back one event',
  forward: 'Forward one event',
  play: 'Play',
  pause: 'Pause playback',
  speed: 'Speed',
  times: (speed: number) => `${speed}×`,
  liveNow: 'Live',
  toLive: 'Back to live',
  waits: (count: number) =>
    plural(count, { one: '# wait for a person', other: '# waits for a person' }),
  waited: (length: string) => `Waited ${length} for a person: drawn shorter`,
  strip: (at: number, head: number) => `As it was at ${figure(at)} of ${figure(head)}`,
  stripGoing: 'The task continues.',
  stripDetail: 'Messages and controls act on it as it is now.',
  stripFile: 'The file is shown as it was at this event.',
  now: 'Acts on the task as it is now, not on the position shown.',
  loading: 'Loading the position',
  failed: 'This position could not be loaded',
  again: 'Start again from here',
  againNot: 'A run is in progress: stop it, or wait until it ends.',
  dialog: (at: number) => `Start again from ${figure(at)}?`,
  dialogDetail:
    'A new run begins with the messages up to this position and the state as it was then. Nothing is deleted: what came after stays in the history.',
  message: 'What to do differently (optional)',
  start: 'Start a new run',
  starting: 'Starting',
  refused: 'The run was not started',
  keysName: 'Time',
  keyBack: 'Back one event',
  keyForward: 'Forward one event',
  keyPlay: 'Play or pause',
  keyLive: 'Back to live',
};
