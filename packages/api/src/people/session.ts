import { z } from 'zod';

/** How an operator signed in: with a token, the link of the terminal, a passkey, or at the identity provider. */
export const signInMethodSchema = z.enum(['token', 'link', 'passkey', 'provider']);
export type SignInMethod = z.infer<typeof signInMethodSchema>;

/** A session that is open. Times are epoch milliseconds. */
export const openSessionSchema = z.object({
  id: z.string(),
  operator: z.object({ id: z.string(), name: z.string() }),
  via: signInMethodSchema,
  /** What the browser calls itself; null = nothing. */
  browser: z.string().nullable(),
  openedAt: z.number(),
  endsAt: z.number(),
  /** The session of the request. */
  isThis: z.boolean(),
});
export type OpenSession = z.infer<typeof openSessionSchema>;

/** How one can sign in at this server, beside passkeys. */
export const signInOfferSchema = z.object({
  /** The identity provider; null = none is configured. */
  provider: z.object({ name: z.string(), isThere: z.boolean() }).nullable(),
  /** Whether the token and the link of the server are taken. */
  token: z.boolean(),
});
