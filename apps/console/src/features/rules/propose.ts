import { originName } from '@countersign/api/origin';
import type { Prompt } from '@countersign/api/prompt';
import type { RuleCondition, RuleMatch } from '@countersign/api/rule';
import type { RuleOrigin } from './rule-form.ts';

const MAX_PROPOSED = 8;
const MAX_DEPTH = 3;
const MAX_TEXT = 60;

/** The JSONPath (RFC 9535) of a member. */
export function memberPath(parent: string, key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`;
}

function proposalFor(path: string, value: unknown): RuleCondition | null {
  if (typeof value === 'number') return { path, is: 'at-most', value };
  if (typeof value === 'boolean') return { path, is: 'equal', value };
  if (typeof value !== 'string' || value.length > MAX_TEXT || value.trim() === '') return null;
  return { path, is: 'equal', value };
}

function collect(value: unknown, path: string, depth: number, into: RuleCondition[]): void {
  const proposal = proposalFor(path, value);
  if (proposal !== null) into.push(proposal);
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, held] of Object.entries(value)) {
    if (into.length >= MAX_PROPOSED) return;
    collect(held, memberPath(path, key), depth - 1, into);
  }
}

/** Conditions that this prompt would pass, the outermost members first: a rule made from it begins with them. */
export function proposeConditions(payload: unknown): readonly RuleCondition[] {
  const found: RuleCondition[] = [];
  // Level by level, so that a deep first member does not use up the limit.
  for (let depth = 1; depth <= MAX_DEPTH && found.length < MAX_PROPOSED; depth += 1) {
    const level: RuleCondition[] = [];
    collect(payload, '$', depth, level);
    for (const one of level) {
      if (found.length < MAX_PROPOSED && !found.some(({ path }) => path === one.path)) {
        found.push(one);
      }
    }
  }
  return found;
}

/** Whether an answer could be given again as it is: an edit or a ranking applies to one content only. */
export function isRepeatable({ decision }: Prompt): boolean {
  return (
    decision?.by.kind === 'operator' &&
    decision.feedback.type !== 'edit' &&
    decision.feedback.type !== 'rank'
  );
}

/** What a rule that is made from a prompt starts with: what it matches, and the answer if people gave one. */
export function originOf(prompt: Prompt): RuleOrigin {
  const feedback = isRepeatable(prompt) ? (prompt.decision?.feedback ?? null) : null;
  return { match: matchOf(prompt), feedback };
}

function matchOf(prompt: Prompt): RuleMatch {
  const { agentId, blocking, classKey, origin, relayedFor, severity, source } = prompt;
  return {
    agentId,
    blocking,
    origin: originName(origin),
    severityUpTo: severity,
    ...(relayedFor === null ? {} : { relayedFor }),
    ...(source.toolName === null ? {} : { toolName: source.toolName }),
    ...(classKey === '' ? {} : { classKey }),
    conditions: [...proposeConditions(prompt.message.payload)],
  };
}
