/** The server's own facts can be read without the events between them. */
export const notableEvents = `
CREATE INDEX events_notable ON events(position) WHERE notable = 1;
`;
