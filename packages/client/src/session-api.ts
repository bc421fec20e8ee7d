import type { Api } from './api.ts';
import type { SessionProof } from './session-proof.ts';

/** The API, and who is signed in known from the calls that tell it. */
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
      // Without it nothing is done in this session any more, also when the server did not hear of the end.
      proof.forget();
    }
  },
});
