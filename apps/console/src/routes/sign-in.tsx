import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { codeOf } from '../features/sign-in/sign-in-code.ts';
import { type Credential, SignInForm } from '../features/sign-in/sign-in-form.tsx';
import { useClient } from '../live/client-context.tsx';
import { signInText } from '../text/sign-in.ts';

/** The way in: the only page without a frame. */
export function SignInPage() {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
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
      <div className="signin-w">
        <SignInForm key={link.visit} code={link.code} signIn={signIn} />
        <p>
          <Link to="/open">{signInText.openFile}</Link>
        </p>
      </div>
    </main>
  );
}
