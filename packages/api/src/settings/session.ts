import { z } from 'zod';
import { operatorSchema } from '../operator.ts';
import { passkeyAnswerSchema } from '../people/passkey.ts';

/** Body of `POST /api/session`: an operator token, the one-time code of the sign-in link, or what a passkey signed. */
export const createSessionSchema = z.union([
  z.object({ token: z.string().min(1) }),
  z.object({ code: z.string().min(1) }),
  z.object({ passkey: passkeyAnswerSchema }),
]);

/**
 * Request header that carries the second proof of a session. Cookies are sent to every port of a host; this one can be read
 * by pages of the console's own origin only.
 */
export const proofHeader = 'countersign-proof';

/**
 * Answer of `GET /api/me`: the operator, and the parts of the server. A part that is not among them was left out: its routes answer 404. A
 * server that names none has all of them.
 */
export const meSchema = operatorSchema.extend({ parts: z.array(z.string()).optional() });
export type Me = z.infer<typeof meSchema>;

/** Answer of `POST /api/session`: who is signed in, and the proof to be sent in `proofHeader` with every request. */
export const createdSessionSchema = operatorSchema.extend({ proof: z.string() });
/**
 * Why a request with a proof is not signed in, in the member `session` of the problem. `over`: it was ended or has
 * expired. `cookie-missing`, `cookie-replaced`: the session exists, but its cookie was removed or overwritten, as any
 * server on another port of the same host can.
 */
export const sessionLossSchema = z.enum(['over', 'cookie-missing', 'cookie-replaced']);
export type SessionLoss = z.infer<typeof sessionLossSchema>;
