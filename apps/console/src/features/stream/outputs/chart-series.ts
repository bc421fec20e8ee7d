/** Line of the series at this place: its colour, and the dashes that distinguish it without colour. */
const series: readonly { colour: string; dashes?: string }[] = [
  { colour: 'var(--muted)' },
  { colour: 'var(--fail-mark)', dashes: '5 3' },
  { colour: 'var(--accent)', dashes: '2 2' },
  { colour: 'var(--done-mark)', dashes: '8 3 2 3' },
  { colour: 'var(--need-mark)', dashes: '1 3' },
  { colour: 'var(--offer-mark)', dashes: '10 4' },
];

export const seriesStyle = (place: number): { colour?: string; dashes?: string } =>
  series[place] ?? {};
