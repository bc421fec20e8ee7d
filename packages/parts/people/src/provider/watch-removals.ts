import type { Journal } from '@countersign/server/journal/journal';
import type { Clock } from '@countersign/server/runtime/clock';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
import * as oidc from 'openid-client';
import { providerSessionsBefore } from '../rows/identities.ts';
import type { ProviderClient } from './provider-client.ts';
import { endProviderSession, noteRefresh } from './provider-operations.ts';

/** A person who was removed there is signed out here within a minute: this, one look, and that of the streams. */
const checkAfterMs = 40_000;
const lookMs = 10_000;

/** Looks from time to time whether the provider still knows those who are signed in. Returns its undo. */
export function watchRemovals(
  { configuration, personOf, admit, reach }: ProviderClient,
  {
    journal,
    clock,
    secrets,
  }: { journal: Journal; clock: Clock; secrets: Pick<SecretBox, 'seal' | 'open'> },
): () => void {
  /** Still known there = true; refused by the provider = a reason; not reached = null. */
  async function check({
    session,
    subject,
    refresh,
  }: {
    session: string;
    subject: string;
    refresh: string;
  }): Promise<void> {
    try {
      const config = await configuration();
      const tokens = await oidc.refreshTokenGrant(config, secrets.open(refresh));
      reach.isThere = true;
      const next = tokens.refresh_token ?? secrets.open(refresh);
      // Kept before anything else: the one before it may be of no use any more.
      await journal.commit(noteRefresh, { session, refresh: secrets.seal(next) });
      const person = await personOf(config, tokens, subject);
      if (person === null || (await admit(person)) === null) {
        await journal.commit(endProviderSession, { session, why: 'no-role' });
      }
    } catch (error) {
      if (isRefusal(error)) {
        reach.isThere = true;
        await journal.commit(endProviderSession, { session, why: 'refused' });
      } else {
        // Away, or it has answered nonsense: those who are signed in go on until their sessions end.
        reach.isThere = false;
      }
    }
  }

  let isOver = false;
  let cancel = () => {};
  const look = async () => {
    const due = await providerSessionsBefore(journal.read, clock.now() - checkAfterMs);
    // One after another: a provider is not asked a thousand times at once.
    for (const one of due) if (!isOver) await check(one);
  };
  const later = () => {
    if (!isOver) cancel = clock.schedule(() => void look().then(later, later), lookMs);
  };
  later();
  return () => {
    isOver = true;
    cancel();
  };
}

/** The provider has said no, in OAuth's words. */
const isRefusal = (error: unknown): boolean =>
  error instanceof oidc.ResponseBodyError && error.status < 500 && error.status !== 429;
