import { figure, plural } from '../count.ts';

/** Texts of the shared state next to the stream. */
export const statePanelText = {
  title: 'State',
  none: 'No state shared yet',
  noneDetail: 'Some agents share a document; it appears here as they change it.',
  changed: (count: number, sequence: number) => `${figure(count)} changed at ${figure(sequence)}`,
  was: 'was',
  at: (sequence: number) => `Changed by event ${figure(sequence)}`,
  failed: (count: number) =>
    plural(count, { one: '# operation did not apply', other: '# operations did not apply' }),
  show: 'Show',
  hide: 'Hide',
  tree: 'Shared state',
  moreFailed: (count: number) => `and ${figure(count)} earlier`,
};
