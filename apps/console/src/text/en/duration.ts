/** Words of lengths of time as they are set. */
export const durationText = {
  units: { s: 'seconds', min: 'minutes', h: 'hours', d: 'days' },
  unitOf: (label: string) => `Unit of: ${label}`,
} as const;
