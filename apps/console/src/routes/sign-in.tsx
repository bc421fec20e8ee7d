import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { codeOf } from '../features/sign-in/sign-in-code.ts';
import { type Credential, SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { useClient } from '../live/client-context.tsx';

/** The way in: the only page without a frame. */
export function SignInPage() {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [code] = useState(() => codeOf(location.hash));
  useEffect(() => {
    // The code must not stay in the address: it would be copied along with it.
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  const signIn = useCallback(
    async (credential: Credential) => {
      await client.api.createSession(credential);
      cache.clear();
      await navigate({ to: '/inbox', replace: true });
    },
    [client, cache, navigate],
  );
  return (
    <main className="signin-page">
      <SignInForm code={code} signIn={signIn} />
    </main>
  );
}
