import type { AffordanceCall } from '@countersign/adapters/affordance/record';
import { say } from '@countersign/api/statements';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import type { Journal } from '@countersign/server/journal/journal';
import { readEnvironment } from '../../rows/environment-entries.ts';
import type { Environment, FoundSignifier } from '../environment.ts';

/** Why a call cannot be made. */
export interface NotCallable {
  why: string;
  failure: AgentFailure;
}

const not = (code: string, said: ConstructorParameters<typeof AgentFailure>[1]): NotCallable => ({
  why: said.text,
  failure: new AgentFailure(code, said),
});

/** The signifier of a call, if it may be called now and is as it was when the call was requested. */
export async function callable(
  environment: Environment,
  journal: Pick<Journal, 'read'>,
  { signifierId, sourceHash, profile: id }: AffordanceCall,
): Promise<FoundSignifier | NotCallable> {
  const found = await environment.find(signifierId);
  if (found === null) return not('signifier-gone', say('call.signifier-gone'));
  if (found.known.signifier.sourceHash !== sourceHash) {
    return not('signifier-changed', say('call.signifier-changed'));
  }
  const profile = id === null ? null : await readEnvironment(journal.read, 'profile', id);
  if (id !== null && profile === null) return not('signifier-blocked', say('call.profile-gone'));
  const objection = environment.objectionTo(found, profile);
  return objection === null
    ? found
    : not('signifier-blocked', say('call.signifier-blocked', { reason: objection.text }));
}
