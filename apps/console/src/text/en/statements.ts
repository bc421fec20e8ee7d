/** The template of a statement by its code; null = the received English text is shown. */
export const statementTemplate = (_code: string): string | null => null;
