/** What binds an event to all before it (`event-chain.ts`); null = an earlier version has written it. */
export const linksOfEvents = 'ALTER TABLE events ADD COLUMN link TEXT';
