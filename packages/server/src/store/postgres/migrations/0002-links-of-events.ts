/** As `0002-links-of-events` of the embedded store. */
export const linksOfEvents = 'ALTER TABLE events ADD COLUMN link TEXT';
