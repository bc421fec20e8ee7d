import type { MemoryFilter } from '../../../live/knowledge-types.ts';

/** The members of a filter that are in the address. */
export const filterNames = [
  'words',
  'agent',
  'type',
  'layer',
  'importance',
  'status',
  'origin',
  'tag',
  'task',
  'time',
] as const;
type Given = Readonly<Record<string, string>>;

const days: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };
const hourMs = 3_600_000;

/** The filter of an address. A time in the past is rounded to the hour, so that the list is not another one each second. */
export function filterOf(given: Given, now: number): MemoryFilter {
  const filter: Record<string, string | number> = {};
  for (const name of filterNames) {
    const value = given[name]?.trim() ?? '';
    if (value === '') continue;
    if (name !== 'time') filter[name] = value;
    else if (days[value] !== undefined)
      filter['since'] = Math.floor(now / hourMs) * hourMs - days[value] * 24 * hourMs;
  }
  return filter;
}

/** Whether anything is left out. */
export const isFiltered = (given: Given): boolean =>
  filterNames.some((name) => (given[name] ?? '') !== '');

/** The filter that shows all. */
export const noFilter: Given = Object.fromEntries(filterNames.map((name) => [name, '']));
