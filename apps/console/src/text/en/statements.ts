/** The template of a statement by its code; null = its English text is shown, which comes with it. */
export const statementTemplate = (_code: string): string | null => null;
