import type { Awaitable } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

/** Who a person is at an identity provider. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
}

export const operatorOfIdentity = async (
  reading: Reading,
  { issuer, subject }: ProviderIdentity,
): Promise<string | null> =>
  (
    await reading.get<{ operator: string }>(
      'SELECT operator FROM identities WHERE issuer = ? AND subject = ?',
      issuer,
      subject,
    )
  )?.operator ?? null;

export const insertIdentity = (
  writing: Writing,
  { issuer, subject, operator }: ProviderIdentity & { operator: string },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO identities(issuer, subject, operator) VALUES(?,?,?)',
    issuer,
    subject,
    operator,
  );

export const deleteIdentitiesOf = (writing: Writing, operator: string): Awaitable<number> =>
  writing.run('DELETE FROM identities WHERE operator = ?', operator);

export interface ProviderSession extends ProviderIdentity {
  session: string;
  /** Sealed. */
  refresh: string;
}

export const insertProviderSession = (
  writing: Writing,
  { session, issuer, subject, refresh }: ProviderSession,
): Awaitable<number> =>
  writing.run(
    'INSERT INTO provider_sessions(session, issuer, subject, refresh, checked) VALUES(?,?,?,?,?)',
    session,
    issuer,
    subject,
    refresh,
    writing.now,
  );

/** Those that were not checked since, oldest first; what has ended here is left out. */
export const providerSessionsBefore = (
  reading: Reading,
  checkedBefore: number,
): Awaitable<ProviderSession[]> =>
  reading.all<ProviderSession>(
    `SELECT p.session, p.issuer, p.subject, p.refresh FROM provider_sessions p
     JOIN sessions s ON s.id = p.session WHERE p.checked <= ? ORDER BY p.checked, p.session LIMIT 200`,
    checkedBefore,
  );

export const keepRefresh = (
  writing: Writing,
  session: string,
  refresh: string,
): Awaitable<number> =>
  writing.run(
    'UPDATE provider_sessions SET refresh = ?, checked = ? WHERE session = ?',
    refresh,
    writing.now,
    session,
  );

export const deleteProviderSession = (writing: Writing, session: string): Awaitable<number> =>
  writing.run('DELETE FROM provider_sessions WHERE session = ?', session);

export const deleteEndedProviderSessions = (writing: Writing): Awaitable<number> =>
  writing.run(
    'DELETE FROM provider_sessions WHERE session NOT IN (SELECT id FROM sessions WHERE id IS NOT NULL)',
  );
