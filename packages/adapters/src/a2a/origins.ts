import type { AskOrigin } from '../ask.ts';

/** The task waits for a message of a person. */
export const inputOrigin: AskOrigin = {
  protocol: 'a2a',
  kind: 'input-required',
  answeredBy: 'resume',
  label: 'Input required',
};

/** The task waits until a person has signed in somewhere, or has given a credential. */
export const authOrigin: AskOrigin = {
  protocol: 'a2a',
  kind: 'auth-required',
  answeredBy: 'resume',
  label: 'Sign-in required',
};
