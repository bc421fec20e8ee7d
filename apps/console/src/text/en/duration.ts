/** Texts of durations in forms. */
export const durationText = {
  units: { s: 'seconds', min: 'minutes', h: 'hours', d: 'days' },
  unitOf: (label: string) => `Unit of: ${label}`,
} as const;
