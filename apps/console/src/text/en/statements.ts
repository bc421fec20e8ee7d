/** A filled template with its spaces set; it has each value between `startOfValue` and `endOfValue`. */
export const spaceValues = (filled: string): string => filled;

/** The template of a statement by its code; null = the received English text is shown. */
export const statementTemplate = (_code: string): string | null => null;
