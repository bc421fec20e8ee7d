/**
 * What only one of the servers does at a time: the server that holds the lease counts on `beats`, and its `owner` is that of `positions`.
 * `holder`: its id; NULL = it has released the lease.
 */
export const dutyLease = `
CREATE TABLE leases(
  name TEXT PRIMARY KEY,
  owner BIGINT NOT NULL,
  beats BIGINT NOT NULL,
  holder TEXT
);
INSERT INTO leases(name, owner, beats, holder) VALUES('duty', 0, 0, NULL);
`;
