import { originName } from '@countersign/api/origin';
import type { Prompt } from '@countersign/api/prompt';
import type { Rule } from '@countersign/api/rule';
import { isObject } from '@countersign/json/json-object';
import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import { withoutSecrets } from '@countersign/json-schema/secret';
import { correctedMembers } from '@countersign/memory/work/corrections-of-task';
import type { DecisionFact } from '@countersign/memory/work/finished-task';
import { formSchemaOf } from '@countersign/upformat/form-schema';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { schemaOf } from '@countersign/upformat/schema-reference';

/** A value without what either schema of its question says is secret: such members are left out altogether. */
export function withoutSecretMembers(message: UpMessage, value: unknown): unknown {
  const mask = () => undefined;
  const once = withoutSecrets(schemaOf(message), value, { mask });
  const twice = withoutSecrets(formSchemaOf(message) ?? undefined, once, { mask });
  // Members without a value are none.
  return twice === undefined ? undefined : JSON.parse(JSON.stringify(twice));
}

/** Requests of other servers, which an answer is given to for this once: a form of theirs, an address, a login. */
const onlyThisOnce: ReadonlySet<string> = new Set([
  'mcp/elicitation',
  'mcp/url',
  'mcp/sampling',
  'mcp/roots',
  'a2a/auth-required',
]);

/** What a person decided about a question, as it is learnt from; null = it was not decided by one, or has not arrived. */
export function decisionFactOf(prompt: Prompt): DecisionFact | null {
  const { decision, message, ask, origin } = prompt;
  if (decision === null || decision.by.kind !== 'operator') return null;
  if (onlyThisOnce.has(originName(origin))) return null;
  if (decision.state !== 'delivered' && decision.state !== 'acknowledged') return null;
  const { feedback } = decision;
  const proposed = withoutSecretMembers(message, message.payload ?? null) ?? null;
  const decided = feedback.type === 'edit' ? feedback.content.value : undefined;
  const fact = {
    ...{ id: decision.id, subject: ask.slice(0, 500), by: decision.by.id },
    ...{ at: decision.recordedAt, proposed, words: wordsOf(feedback) },
  };
  switch (feedback.type) {
    case 'approve':
      return { ...fact, choice: 'approved', decided: null };
    case 'reject':
      return { ...fact, choice: 'rejected', decided: null };
    case 'rank': {
      const { order } = feedback.content;
      return { ...fact, choice: 'edited', proposed: {}, decided: { order } };
    }
    case 'edit': {
      const value = decided === undefined ? null : withoutSecretMembers(message, decided);
      return { ...fact, choice: filled(proposed, value) ? 'filled' : 'edited', decided: value };
    }
    default:
      return { ...fact, choice: 'instructed', decided: null };
  }
}

function wordsOf(feedback: UpFeedback): string {
  switch (feedback.type) {
    case 'approve':
    case 'reject':
      return feedback.content?.reason ?? '';
    case 'comment':
    case 'instruction':
      return feedback.content.text;
    case 'edit':
      return feedback.content.text ?? '';
    default:
      return '';
  }
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Whether only what the agent had left open was filled in. */
function filled(proposed: unknown, decided: unknown): boolean {
  const changes = correctedMembers(proposed ?? undefined, decided ?? undefined);
  return changes.length > 0 && changes.every((change) => isBlank(change.proposed));
}

/** A rule of an operator, as something that was taught. */
export function factOfRule(rule: Rule, at: number): DecisionFact {
  const { name, version, feedback, match } = rule;
  const conditions = match.conditions.map(({ path, is, value }) =>
    [path, is, value === undefined ? '' : JSON.stringify(value)].join(' ').trim(),
  );
  const when = conditions.length === 0 ? '' : ` when ${conditions.join(' and ')}`;
  return {
    ...{ id: `${rule.id}/${version}`, subject: name, choice: 'instructed', by: rule.updatedBy },
    ...{ at, proposed: null, decided: null },
    words: `Answered by a rule with ${feedback.type}${when}. ${wordsOf(feedback)}`.trim(),
  };
}

/** Whether two questions are about the same: of one class, or by one speaker and with all members that a correction changed. */
export function isSameQuestion(
  prompt: Pick<Prompt, 'classKey' | 'agentId' | 'relayedFor' | 'message'>,
  taught: { classKey: string; speaker: string; changes: readonly { path: string }[] },
): boolean {
  if (prompt.classKey !== '' && prompt.classKey === taught.classKey) return true;
  if (askerNameOf(prompt) !== taught.speaker || taught.changes.length === 0) return false;
  const form = formSchemaOf(prompt.message);
  return taught.changes.every(({ path }) => {
    const [first = ''] = tokensOf(path);
    const inForm = form !== null && Object.hasOwn(form.properties, first);
    return inForm || (isObject(prompt.message.payload) && first in prompt.message.payload);
  });
}

/** Who asks: the one that it was relayed for, or the agent itself. */
export const askerNameOf = ({ agentId, relayedFor }: Pick<Prompt, 'agentId' | 'relayedFor'>) =>
  relayedFor ?? agentId;

/** Whether a question comes with all that a correction says. */
export const isPrefilled = (
  message: UpMessage,
  changes: readonly { path: string; decided?: unknown }[],
): boolean =>
  changes.length > 0 &&
  changes.every(
    ({ path, decided }) =>
      JSON.stringify(valueAt(message.payload ?? {}, tokensOf(path))) === JSON.stringify(decided),
  );
