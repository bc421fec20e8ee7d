import type { SessionLoss } from '@countersign/api/settings/session';
import type { Client } from '@countersign/client/client';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { codeOf } from '../features/sign-in/sign-in-code.ts';
import {
  type Credential,
  isProviderRefusal,
  SignInForm,
} from '../features/sign-in/sign-in-form.tsx';
import { signWithPasskey } from '../live/passkey.ts';
import { sessionLossOf } from '../live/problem-text.ts';
import { useClient } from '../live/session/client-context.tsx';
import { useRoute } from '../live/use-route.ts';
import { signInText } from '../text/texts.ts';

/** Why an operator who did not sign out is on this page; null = no session was here, or it is still good. */
function useSessionLoss(client: Client): SessionLoss | null {
  const [loss, setLoss] = useState<SessionLoss | null>(null);
  useEffect(() => {
    if (!client.hasSession()) return;
    const abort = new AbortController();
    client.api.getMe(abort.signal).catch((error: unknown) => {
      if (!abort.signal.aborted) setLoss(sessionLossOf(error));
    });
    return () => abort.abort();
  }, [client]);
  return loss;
}

/** The sign-in page: the only page without a frame. */
export function SignInPage() {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const loss = useSessionLoss(client);
  const [link, setLink] = useState(() => ({ code: codeOf(location.hash), visit: 0 }));
  useEffect(() => {
    // A link pasted into a tab that already shows this page changes the fragment only: nothing loads.
    const take = () => {
      if (location.hash === '') return;
      const next = codeOf(location.hash);
      if (next !== null) setLink(({ visit }) => ({ code: next, visit: visit + 1 }));
      // The code must not stay in the address: it would be copied along with it.
      history.replaceState(history.state, '', location.pathname);
    };
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  const [refusal] = useState(() => {
    const reason = new URLSearchParams(location.hash.slice(1)).get('refused');
    return isProviderRefusal(reason) ? reason : null;
  });
  const offer = useRoute('GET /api/sign-in', {}).data?.provider ?? null;
  const provider = offer && {
    ...offer,
    async go() {
      const { url } = await client.api.call('POST /api/sign-in/provider', {});
      location.assign(url);
    },
  };
  const signIn = useCallback(
    async (credential: Credential) => {
      await client.api.createSession(credential);
      cache.clear();
      client.prompts.clear();
      await navigate({ to: '/inbox', replace: true });
    },
    [client, cache, navigate],
  );
  // Over plain http by an address there are none.
  const byPasskey =
    'PublicKeyCredential' in window
      ? async () => signWithPasskey(await client.api.call('POST /api/passkeys/sign-in', {}))
      : undefined;
  return (
    <main className="on-panel centred-page signin-page">
      <div className="full-width signin-wrap stack-loose">
        <SignInForm
          key={link.visit}
          code={link.code}
          loss={loss}
          signIn={signIn}
          byPasskey={byPasskey}
          provider={provider}
          refusal={refusal}
        />
        <p>
          <Link to="/open">{signInText.openFile}</Link>
        </p>
      </div>
    </main>
  );
}
