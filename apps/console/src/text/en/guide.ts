/** Sections of the guide that the console links to, by their hash: their headings in docs/guide.md. */
export const guideSections = { 'when-the-store-is-damaged': 'When the store is damaged' } as const;
