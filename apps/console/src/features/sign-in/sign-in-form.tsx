import type { PasskeyAnswer } from '@countersign/api/people/passkey';
import type { SessionLoss } from '@countersign/api/settings/session';
import { Fingerprint, LogIn } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { problemOf } from '../../live/problem-text.ts';
import { problemDetail, problemTitle } from '../../text/statements/problems.ts';
import { commonText, signInText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import './sign-in.css';

export type Credential = { token: string } | { code: string } | { passkey: PasskeyAnswer };

type ProviderRefusal = keyof typeof signInText.refusals;
export const isProviderRefusal = (text: string | null): text is ProviderRefusal =>
  text !== null && Object.hasOwn(signInText.refusals, text);

interface SignInFormProps {
  /** One-time code of the link, tried at once. */
  code: string | null;
  /** Why the session that was here is not any more; null = there was none. */
  loss: SessionLoss | null;
  /** Resolves when the server took the credential; rejects with its problem. */
  signIn: (credential: Credential) => Promise<void>;
  /** Has the browser sign with a passkey; absent = it has none. */
  byPasskey?: (() => Promise<PasskeyAnswer>) | undefined;
  /** The identity provider; null = none. `go` leaves this page. */
  provider?: { name: string; isThere: boolean; go: () => Promise<void> } | null | undefined;
  /** Why the provider, or this server after it, did not sign in; null = it was not asked. */
  refusal?: ProviderRefusal | null | undefined;
}

interface Failure {
  title: string;
  hint: string | null;
}

type Way = 'code' | 'token' | 'passkey';

function failureOf(error: unknown, by: Way): Failure {
  const problem = problemOf(error);
  if (by === 'passkey' && !(error instanceof TypeError)) {
    return {
      title: signInText.passkeyRefused,
      hint: problem === null ? signInText.passkeyHint : problemDetail(problem),
    };
  }
  if (problem === null) return { title: signInText.offline, hint: signInText.offlineHint };
  if (problem.status === 429) return { title: signInText.limited, hint: null };
  if (problem.status !== 401 && problem.status !== 403) {
    return { title: problemTitle(problem), hint: problemDetail(problem) };
  }
  return by === 'code'
    ? { title: signInText.codeRefused, hint: signInText.codeHint }
    : { title: signInText.tokenRefused, hint: null };
}

/** Tries to sign in, one way at a time; the code of the link at once. */
function useAttempts(code: string | null, signIn: SignInFormProps['signIn']) {
  const [busy, setBusy] = useState(code !== null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // A code works once: StrictMode's second effect must not spend it again.
  const tried = useRef(false);

  const settle = useCallback((by: Way, attempted: Promise<void>) => {
    attempted.catch((error: unknown) => {
      setBusy(false);
      setFailure(failureOf(error, by));
    });
  }, []);

  useEffect(() => {
    if (code === null || tried.current) return;
    tried.current = true;
    settle('code', signIn({ code }));
  }, [code, signIn, settle]);

  const attempt = (by: Way, go: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    settle(by, go());
  };
  return { busy, failure, attempt };
}

/** Signs in by the code of the link when there is one, else by a token. */
export function SignInForm({
  code,
  loss,
  signIn,
  byPasskey,
  provider = null,
  refusal = null,
}: SignInFormProps) {
  const { busy, failure, attempt } = useAttempts(code, signIn);
  const [token, setToken] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = token.trim();
    setMissing(value === '');
    if (value !== '') attempt('token', () => signIn({ token: value }));
  };
  return (
    <form className="on-canvas framed signin stack-loose" noValidate onSubmit={submit}>
      <p className="row brand">
        <img alt="" height="20" src="/favicon.svg" width="20" />
        {commonText.product}
      </p>
      <h1>{signInText.title}</h1>
      <p className="muted">{signInText.lead}</p>
      {loss === null || failure !== null ? null : (
        <Banner role="status" tone="need">
          <b className="strong">{signInText.loss[loss].title}</b>
          <p className="small">{signInText.loss[loss].hint}</p>
        </Banner>
      )}
      {refusal === null || failure !== null ? null : (
        <Banner role="alert" tone="fail">
          <b className="strong">{signInText.refusals[refusal]}</b>
        </Banner>
      )}
      {provider === null ? null : (
        <>
          <Button
            busy={busy}
            icon={LogIn}
            onClick={() => attempt('code', () => provider.go())}
            variant="primary"
          >
            {signInText.provider(visibleText(provider.name))}
          </Button>
          {provider.isThere ? null : <p className="small muted">{signInText.providerAway}</p>}
        </>
      )}
      {failure === null ? null : (
        <Banner role="alert" tone="fail">
          <b className="strong">{failure.title}</b>
          {failure.hint === null ? null : <p className="small">{failure.hint}</p>}
        </Banner>
      )}
      <Field
        error={missing ? signInText.empty : null}
        help={signInText.where}
        label={signInText.token}
      >
        {(ids) => (
          <Input
            {...ids}
            autoComplete="current-password"
            disabled={busy}
            onChange={(event) => setToken(event.target.value)}
            type="password"
            value={token}
          />
        )}
      </Field>
      <Button busy={busy} type="submit" variant={provider === null ? 'primary' : 'neutral'}>
        {busy
          ? code !== null && token === ''
            ? signInText.withCode
            : signInText.signingIn
          : signInText.submit}
      </Button>
      {byPasskey === undefined ? null : (
        <Button
          disabled={busy}
          icon={Fingerprint}
          onClick={() => attempt('passkey', async () => signIn({ passkey: await byPasskey() }))}
        >
          {signInText.passkey}
        </Button>
      )}
    </form>
  );
}
