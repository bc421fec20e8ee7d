/** What binds an event to all before it; null = it is of an earlier version. */
export const linksOfEvents = `
ALTER TABLE events ADD COLUMN link TEXT;
`;
