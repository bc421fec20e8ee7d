/** As `0011-passkeys` of the embedded store. */
export const passkeys = `
CREATE TABLE passkeys(
  id TEXT PRIMARY KEY, -- of the credential
  operator TEXT NOT NULL,
  name TEXT NOT NULL,
  host TEXT NOT NULL, -- the name it is good for
  public_key TEXT NOT NULL, -- base64url
  counter BIGINT NOT NULL,
  transports TEXT NOT NULL, -- JSON
  created BIGINT NOT NULL,
  used BIGINT
);
CREATE INDEX passkeys_operator ON passkeys(operator);

-- What was asked of a browser, and is answered once.
CREATE TABLE challenges(
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  operator TEXT,
  body TEXT NOT NULL, -- JSON
  expires BIGINT NOT NULL
);

-- Answers that a passkey has confirmed, until they are recorded.
CREATE TABLE step_ups(
  id TEXT PRIMARY KEY,
  operator TEXT NOT NULL,
  digest TEXT NOT NULL, -- of the question
  decision TEXT NOT NULL, -- canonical JSON of the feedback
  passkey TEXT NOT NULL,
  confirmed BIGINT NOT NULL,
  taken BIGINT -- when it was used; null = not yet
);
CREATE INDEX step_ups_operator ON step_ups(operator, confirmed);
`;
