/** The statement of a sentence that was journalled without its code; null = the sentence is shown. */
export const storedStatement = (_english: string): object | null => null;
