import type { SavedView } from '@countersign/api/prompts/view';
import { newRule } from '@countersign/desk/rule-life';
import * as agents from '@countersign/part-desk/rows/agents';
import * as rules from '@countersign/part-desk/rows/rules';
import * as views from '@countersign/part-desk/rows/views';
import * as calls from '@countersign/part-desk/rows/webhook-calls';
import * as webhooks from '@countersign/part-desk/rows/webhooks';
import * as knowledge from '@countersign/part-knowledge/rows/knowledge-entries';
import { removeOldGiven } from '@countersign/part-knowledge/rows/old-given';
import * as challenges from '@countersign/part-people/rows/challenges';
import * as groups from '@countersign/part-people/rows/groups';
import * as identities from '@countersign/part-people/rows/identities';
import * as passkeys from '@countersign/part-people/rows/passkeys';
import * as sessions from '@countersign/part-people/rows/sessions';
import * as signIns from '@countersign/part-people/rows/sign-in-codes';
import * as stepUps from '@countersign/part-people/rows/step-ups';
import * as uap from '@countersign/part-registry/rows/uap-entries';
import * as environment from '@countersign/part-tools/rows/environment-entries';
import * as keys from '@countersign/server/store/keys';
import * as operators from '@countersign/server/store/people/operators';
import { decisionText, verifyStepUp } from '@countersign/server/store/people/step-ups';
import type { Writing } from '@countersign/server/store/port';
import * as retention from '@countersign/server/store/retention';
import type { Service } from '@countersign/uap/model/service';
import type { Writes } from './store-contract.ts';

export const now = 1_763_800_000_000;
export const later = now + 60_000;
export const id = 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
export const other = 'chatcmpl-9aQ2fKx7TzVbR4mLc1WdHs0UyEo';
const promptId = 'call_Yk3bN8wQz1LrT5vXc7Mde2Fga';

export const operator = { id, name: 'Ada Meyer', role: 'operator', groups: ['payments'] } as const;
export const body: webhooks.WebhookBody = {
  name: 'Pager',
  url: 'https://pager.example/hook',
  enabled: true,
  severityFrom: 'minor',
  repeatMs: 60_000,
  createdBy: 'Ada Meyer',
  since: later,
};
const call = (callId: string) => ({
  id: callId,
  webhook: id,
  prompt: promptId,
  due: now,
  body: {
    type: 'prompt.opened',
    turn: 0,
    data: {
      promptId,
      taskId: other,
      agentId: 'evil',
      severity: 'major',
      openedAt: new Date(now).toISOString(),
      expiresAt: null,
    },
  } satisfies calls.CallBody,
});
export const view: SavedView = {
  id,
  name: 'Große Beträge',
  shared: true,
  owner: id,
  ownerName: 'Ada Meyer',
  search: { q: '€ > 10 000' },
  updatedAt: now,
};
export const rule = newRule(
  id,
  {
    name: 'Small refunds',
    match: { agentId: 'evil', conditions: [] },
    feedback: { type: 'approve' },
    expiresAt: later,
  },
  { name: 'Ada Meyer', at: now },
);
export const session = {
  token: 'a'.repeat(64),
  proof: 'b'.repeat(64),
  operator: id,
  expires: later,
  id: 'session-1',
  via: 'token',
  browser: 'Firefox',
} as const;
const atProvider = { session: 'session-1', issuer: 'i', subject: 's', refresh: 'sealed' };
const passkey = {
  ...{ id: 'key-1', operator: id, name: 'Laptop', host: 'localhost', publicKey: 'QUJD' },
  ...{ counter: 3, transports: ['internal'] },
};
const challenge = { kind: 'confirm', operator: id, body: '{}', expires: later };
const stepUpAnswer = { type: 'approve', reason: 'so' };
export const confirmed = {
  ...{ operatorId: id, digest: 'd', feedback: stepUpAnswer },
  ask: 'each' as 'each' | 'every-ten-minutes',
};
const stepUp = {
  ...{
    id: 'step-1',
    operator: id,
    digest: 'd',
    decision: decisionText(stepUpAnswer),
    passkey: 'key-1',
  },
};
const agent = { id, name: 'Planner', descriptor: `{"id":"${id}"}`, headers: 'sealed' };
export const key = { scope: `decisions:${id}`, key: promptId, bodyHash: 'c'.repeat(64) };
export const service: Service = {
  ...{ id, ephemeral: false, name: '路线规划', protocol: 'http', host: '10.0.0.5', port: 80 },
  ...{ path: '', retries: 5, connect_timeout: 60_000, write_timeout: 60_000, read_timeout: 60_000 },
  ...{ health_status: 'healthy', agent_protocol: '', agent_info: null, agent_info_url: '' },
  ...{ created_at: now, updated_at: now, index: now },
};
export const profile: environment.StoredProfile = {
  ...{ id, context: '读取目标', abilities: ['https://example.org/arm'] },
  ...{ changedBy: 'Ada Meyer', changedAt: now },
};
export const revision = { id, state: '', about: other, body: '{"版本":1}', place: 7 };
const stop = { stopped: { by: 'Ada Meyer', at: now }, since: 0 };

/** One row of each kind, which the writes below change or remove. */
export async function fill(writing: Writing): Promise<void> {
  await webhooks.insertWebhook(writing, { id, body, secret: 'sealed' });
  await calls.insertCall(writing, call('msg_1'));
  await calls.insertCall(writing, call('msg_0'));
  await calls.settleCallRow(writing, { ...settled, id: 'msg_0' });
  await rules.writeRule(writing, rule);
  await keys.keepKey(writing, { ...key, key: other }, '[]');
  await views.writeView(writing, view);
  await operators.insertOperator(writing, { ...operator, groups: ['payments'] }, 'd'.repeat(64));
  await groups.insertGroup(writing, { id, name: 'Finance', claim: null, role: null });
  await identities.insertIdentity(writing, { issuer: 'i', subject: 's', operator: id });
  await identities.insertProviderSession(writing, atProvider);
  await identities.insertProviderSession(writing, { ...atProvider, session: 'session-gone' });
  await passkeys.insertPasskey(writing, passkey);
  await challenges.insertChallenge(writing, { ...challenge, id });
  await stepUps.insertStepUp(writing, stepUp);
  await sessions.insertSession(writing, session);
  await signIns.insertSignInCode(writing, { hash: id, expires: later });
  await agents.putAgent(writing, agent, 'api');
  await uap.putUapEntry(writing, 'service', id, service);
  await environment.putEnvironment(writing, 'profile', id, profile);
  await knowledge.putKnowledge(writing, 'revision', revision);
  const given = JSON.stringify({ at: 0, memories: [{ id }] });
  await knowledge.putKnowledge(writing, 'given', { ...revision, body: given });
}

const named = { ...operator, name: 'Ada Lovelace', groups: [] };
const settled = { id: 'msg_1', state: 'done', attempts: 1, due: now } as const;
const delivery = { promptId, ok: false, status: 503, attempts: 2, detail: 'HTTP 503' };
export const writes: Writes = {
  insertWebhook: ['refused', (w) => webhooks.insertWebhook(w, { id: other, body, secret: 's' })],
  updateWebhook: ['no change', (w) => webhooks.updateWebhook(w, id, { ...body, enabled: false })],
  deleteWebhook: ['no change', (w) => webhooks.deleteWebhook(w, id)],
  keepLastDelivery: ['no change', (w) => webhooks.keepLastDelivery(w, id, delivery)],
  capSince: ['no change', (w) => webhooks.capSince(w)],
  insertCall: ['no change', (w) => calls.insertCall(w, call('msg_2'))],
  settleCallRow: ['no change', (w) => calls.settleCallRow(w, settled)],
  holdCallRow: ['no change', (w) => calls.holdCallRow(w, 'msg_1', later)],
  deleteCall: ['no change', (w) => calls.deleteCall(w, 'msg_1')],
  shiftCallRows: ['counted again', (w) => calls.shiftCallRows(w, 3_600_000)],
  writeRule: ['no change', (w) => rules.writeRule(w, { ...rule, enabled: true })],
  deleteRule: ['no change', (w) => rules.deleteRule(w, id)],
  writeStop: ['no change', (w) => rules.writeStop(w, stop)],
  countAnswer: ['counted again', (w) => rules.countAnswer(w, id)],
  countPassedOver: ['counted again', (w) => rules.countPassedOver(w, id)],
  keepKey: ['refused', (w) => keys.keepKey(w, key, '[]')],
  writeView: ['no change', (w) => views.writeView(w, { ...view, shared: false })],
  deleteView: ['no change', (w) => views.deleteView(w, id)],
  insertOperator: ['refused', (w) => operators.insertOperator(w, { ...named, id: other }, 'e')],
  updateOperator: ['no change', (w) => operators.updateOperator(w, named)],
  deleteOperator: ['no change', (w) => operators.deleteOperator(w, id)],
  insertIdentity: [
    'refused',
    (w) => identities.insertIdentity(w, { issuer: 'i', subject: 't', operator: id }),
  ],
  deleteIdentitiesOf: ['no change', (w) => identities.deleteIdentitiesOf(w, id)],
  insertProviderSession: [
    'refused',
    (w) => identities.insertProviderSession(w, { ...atProvider, session: other }),
  ],
  keepRefresh: [
    'no change',
    (w) => identities.keepRefresh({ ...w, now: later }, 'session-1', 'next'),
  ],
  deleteProviderSession: ['no change', (w) => identities.deleteProviderSession(w, 'session-1')],
  deleteEndedProviderSessions: ['no change', (w) => identities.deleteEndedProviderSessions(w)],
  insertPasskey: ['no change', (w) => passkeys.insertPasskey(w, { ...passkey, id: other })],
  usePasskey: ['no change', (w) => passkeys.usePasskey(w, 'key-1', 9)],
  deletePasskey: ['no change', (w) => passkeys.deletePasskey(w, 'key-1', id)],
  deletePasskeysOf: ['no change', (w) => passkeys.deletePasskeysOf(w, id)],
  insertChallenge: ['refused', (w) => challenges.insertChallenge(w, { ...challenge, id: other })],
  takeChallengeRow: ['no change', (w) => challenges.takeChallengeRow(w, id, 'confirm')],
  deleteOldChallenges: ['no change', (w) => challenges.deleteOldChallenges({ ...w, now: later })],
  insertStepUp: ['refused', (w) => stepUps.insertStepUp(w, { ...stepUp, id: other })],
  verifyStepUp: ['no change', (w) => verifyStepUp(w, confirmed)],
  deleteOldStepUps: [
    'no change',
    (w) => stepUps.deleteOldStepUps({ ...w, now: now + 24 * 3_600_000 }),
  ],
  insertGroup: [
    'no change',
    (w) => groups.insertGroup(w, { id: other, name: 'Leads', claim: 'grp', role: 'viewer' }),
  ],
  updateGroup: [
    'no change',
    (w) => groups.updateGroup(w, { id, name: 'Money', claim: null, role: null }),
  ],
  deleteGroup: ['no change', (w) => groups.deleteGroup(w, id)],
  insertSession: [
    'refused',
    (w) => sessions.insertSession(w, { ...session, token: 'f', proof: 'g' }),
  ],
  deleteListedSession: ['no change', (w) => sessions.deleteListedSession(w, 'session-1', id)],
  deleteSession: ['no change', (w) => sessions.deleteSession(w, session.proof)],
  deleteEndedSessions: ['no change', (w) => sessions.deleteEndedSessions({ ...w, now: later })],
  insertSignInCode: [
    'no change',
    (w) => signIns.insertSignInCode(w, { hash: other, expires: later }),
  ],
  deleteSignInCode: ['no change', (w) => signIns.deleteSignInCode(w, id)],
  deleteSignInCodes: ['no change', (w) => signIns.deleteSignInCodes(w, later)],
  shiftSessions: ['counted again', (w) => sessions.shiftSessions(w, 3_600_000)],
  putAgent: ['no change', (w) => agents.putAgent(w, { ...agent, id: other }, 'config')],
  updateAgent: ['no change', (w) => agents.updateAgent(w, { ...agent, name: 'P' }, true)],
  deleteAgent: ['no change', (w) => agents.deleteAgent(w, id)],
  putUapEntry: [
    'no change',
    (w) => uap.putUapEntry(w, 'service', other, { ...service, id: other }),
  ],
  putEnvironment: [
    'no change',
    (w) => environment.putEnvironment(w, 'profile', other, { ...profile, id: other }),
  ],
  countEnvironmentChange: ['counted again', (w) => environment.countEnvironmentChange(w)],
  deleteEnvironment: ['no change', (w) => environment.deleteEnvironment(w, 'profile', id)],
  putKnowledge: [
    'no change',
    (w) => knowledge.putKnowledge(w, 'memory', { ...revision, state: 'active' }),
  ],
  deleteKnowledge: ['no change', (w) => knowledge.deleteKnowledge(w, 'revision', id)],
  removeOldGiven: ['no change', (w) => removeOldGiven(w, 10)],
  deleteKnowledgeAbout: ['no change', (w) => knowledge.deleteKnowledgeAbout(w, 'revision', other)],
  deleteUapEntry: ['no change', (w) => uap.deleteUapEntry(w, 'service', id)],
  deleteSessionsEnded: ['no change', (w) => retention.deleteSessionsEnded(w, later, 10)],
  deleteOldKeys: ['no change', (w) => retention.deleteOldKeys(w, later, 10)],
  deleteSettledCalls: ['no change', (w) => retention.deleteSettledCalls(w, later, 10)],
  deleteAgentsOf: ['no change', (w) => agents.deleteAgentsOf(w, 'api')],
};
