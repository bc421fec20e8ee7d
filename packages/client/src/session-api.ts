import type { Api } from './api.ts';
import type { SessionProof } from './session-proof.ts';

/** The API, with the session updated by the calls that change it. */
export const sessionApi = (
  api: Api,
  proof: Pick<SessionProof, 'keep' | 'forget'>,
  on: { known(operatorId: string): void; signedIn(): void },
): Api => ({
  ...api,
  async getMe(signal) {
    const operator = await api.getMe(signal);
    on.known(operator.id);
    return operator;
  },
  async createSession(credential) {
    const session = await api.createSession(credential);
    proof.keep(session.proof);
    on.known(session.id);
    on.signedIn();
    return session;
  },
  async deleteSession() {
    try {
      await api.deleteSession();
    } finally {
      // Without it this session cannot be used any more, even if the server did not receive the sign-out.
      proof.forget();
    }
  },
});
