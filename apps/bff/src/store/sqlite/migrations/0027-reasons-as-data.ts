/** Why something failed or was closed is also kept as a code with parameters, next to its English text: JSON of a statement. */
export const reasonsAsData = `
ALTER TABLE prompts ADD COLUMN closed_statement TEXT;
ALTER TABLE decisions ADD COLUMN failure_statement TEXT;
ALTER TABLE controls ADD COLUMN failure_statement TEXT;
ALTER TABLE contacts ADD COLUMN statement TEXT;
`;
