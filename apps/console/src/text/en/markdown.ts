/** Texts around markdown that an agent wrote. */
export const markdownText = {
  linkRefused: (address: string) => `Link not allowed: ${address.slice(0, 120) || 'no address'}`,
  image: (alt: string, host: string | null) =>
    `Image${alt === '' ? '' : ` “${alt}”`}${host === null ? '' : ` at ${host}`}, not loaded`,
  table: 'Table',
  taskDone: 'done',
  taskOpen: 'open',
};
