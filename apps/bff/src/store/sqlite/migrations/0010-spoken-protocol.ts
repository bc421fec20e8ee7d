/** The protocol an agent was seen to use is stored with its health. */
export const spokenProtocol = `
ALTER TABLE contacts ADD COLUMN spoke TEXT;
`;
