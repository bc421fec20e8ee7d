/** What an agent was heard to speak stands with its health. */
export const spokenProtocol = `
ALTER TABLE contacts ADD COLUMN spoke TEXT;
`;
