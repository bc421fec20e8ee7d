/** So many of a list are shown at first. */
export const shownFirst = 200;

/** Whether all of a content is shown at first. */
export const isShownWhole = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  const members = Object.values(value);
  return members.length <= shownFirst && members.every(isShownWhole);
};
