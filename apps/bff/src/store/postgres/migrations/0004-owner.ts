/** The number of the server that may write: each that takes the database over counts it on, and finds an older one's groups refused. */
export const owner = `
ALTER TABLE positions ADD COLUMN owner BIGINT NOT NULL DEFAULT 0;
`;
