import { z } from 'zod';

/** What a browser made with a passkey, as it sends it; the server checks each byte of it. */
const credentialSchema = z.looseObject({
  id: z.string().max(2_000),
  response: z.record(z.string(), z.unknown()),
});

/** What was asked of the browser, and what it answers. */
export const passkeyAnswerSchema = z.strictObject({
  challenge: z.string().max(100),
  credential: credentialSchema,
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;

/** What the browser is asked: `options` go to the browser as they are. */
export const passkeyChallengeSchema = z.object({
  challenge: z.string(),
  options: z.unknown(),
  /** Until when it can be answered, epoch ms. */
  endsAt: z.number(),
});

/** Who adds or removes a passkey proves it by an older passkey, the own token, or the code of an administrator. */
export const passkeyProofSchema = z.union([
  z.strictObject({ passkey: passkeyAnswerSchema }),
  z.strictObject({ secret: z.string().min(1).max(500) }),
]);
export type PasskeyProof = z.infer<typeof passkeyProofSchema>;

/** A passkey of an operator; times are epoch milliseconds. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The name of this server for which it is good. */
  host: z.string(),
  createdAt: z.number(),
  /** Null = never. */
  usedAt: z.number().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyListSchema = z.object({
  items: z.array(passkeySchema),
  nextCursor: z.null(),
});

/** Body of `POST /api/passkeys`. */
export const createPasskeySchema = passkeyAnswerSchema.extend({
  name: z.string().trim().min(1).max(80),
});

/** Body of `POST /api/step-ups`: the question as it was seen, and the answer that is about to be sent. */
export const stepUpSchema = z.strictObject({
  digest: z.string().min(1).max(200),
  feedback: z.record(z.string(), z.unknown()),
});
