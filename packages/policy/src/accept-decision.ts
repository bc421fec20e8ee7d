import type { OperatorRole } from '@countersign/api/operator';
import type { Demand, Vote } from '@countersign/api/policy/demand';
import type { Prompt } from '@countersign/api/prompt';
import type { ClassPolicy } from '@countersign/api/settings/policy';
import { commentFault, obstacleOf } from '@countersign/desk/accept-answer';
import { holderOf } from '@countersign/desk/claim-lease';
import { missingReason } from '@countersign/desk/content/reason';
import { roleCovers } from '@countersign/desk/permissions';
import { say } from '@countersign/desk/statements';
import type { Issue } from '@countersign/hai/decoded';
import { canonicalJson } from '@countersign/json/canonical-json';
import type { WrittenStatement } from '@countersign/json/statement';
import type { UpFeedback } from '@countersign/upformat/message';

/** Who decides, as the server knows them at the moment of the decision. */
export interface Actor {
  /** `caller`: who has requested a task from outside answers in it. `rule`, `default` and `escalation` are nobody. */
  kind: 'person' | 'caller' | 'rule' | 'default' | 'escalation';
  id: string;
  /** null = nobody with this id has access any more. */
  role: OperatorRole | null;
  groups: readonly string[];
}

/** A question, with who is behind it and who has said yes to it. */
export interface AskedQuestion {
  prompt: Prompt;
  /** Ids of operators or registrants; null = nobody is known. */
  asker: string | null;
  starter: string | null;
  votes: readonly Vote[];
}

/** What is submitted. */
export interface OfferedDecision {
  feedback: UpFeedback;
  /** Of what was shown. */
  digest: string;
  /** Answers although another operator has claimed the prompt. */
  despiteClaim: boolean;
}

/** What holds for the decision on one question. */
export interface DecisionPolicy {
  ofClass: Pick<ClassPolicy, 'claimLeaseMs' | 'takeOverMs' | 'reasonFor'>;
  /** Of the line that fits; null = none does. */
  demand: Demand | null;
  /** Nothing answers by itself at present. */
  isStopped: boolean;
  /** Nobody in the binding group could decide: it is replaced by the administrators. */
  groupIsEmpty: boolean;
  /** Nobody else can decide anything: one person alone allows the own call, or it could never be made. */
  isAlone: boolean;
}

/** `vote`: it counts, and others must say the same. `short`: how many more. */
export type Acceptance =
  | { kind: 'accepted' }
  | { kind: 'vote'; short: number }
  | { kind: 'answered' | 'closed' | 'changed' | 'claimed' }
  | { kind: 'not-entitled'; why: WrittenStatement }
  | { kind: 'invalid'; errors: Issue[] };

/**
 * INVARIANT: every decision that is stored was accepted here, whatever path it came on; `decision-paths.test.ts` tries each
 * forbidden thing on each path. `now`: epoch ms.
 */
export function acceptDecision(
  question: AskedQuestion,
  decision: OfferedDecision,
  { actor, policy, now }: { actor: Actor; policy: DecisionPolicy; now: number },
): Acceptance {
  const { prompt } = question;
  const ignoresClaim =
    decision.despiteClaim || actor.kind === 'default' || actor.kind === 'escalation';
  const holder = ignoresClaim ? null : holderOf(prompt.claim, { now, policy: policy.ofClass });
  const obstacle = obstacleOf(prompt, { by: actor.id, digest: decision.digest, holder });
  // A claim is advisory: that this person may not decide at all comes first.
  if (obstacle !== null && obstacle !== 'claimed') return { kind: obstacle };
  const why = isNobody(actor)
    ? whyNotByItself(decision, actor, policy)
    : whyNotThisOne(question, decision, { actor, policy });
  if (why !== null) return { kind: 'not-entitled', why };
  if (obstacle !== null) return { kind: obstacle };
  const fault = isNobody(actor) && actor.kind !== 'rule' ? null : faultOf(prompt, decision, policy);
  if (fault !== null) return { kind: 'invalid', errors: [fault] };
  return counted(question, decision, { actor, policy });
}

const isNobody = ({ kind }: Pick<Actor, 'kind'>): boolean => kind !== 'person' && kind !== 'caller';

const faultOf = (prompt: Prompt, { feedback }: OfferedDecision, { ofClass }: DecisionPolicy) =>
  commentFault(prompt, feedback) ?? missingReason(ofClass, prompt.message, feedback);

/** The author of what a line of the policy answers. */
export const lineAuthor = (lineId: string): string => `rule:policy-${lineId}`;

/** A refusal leaves everything as it is, so anything may refuse; a yes needs an answerer that the policy accepts. */
function whyNotByItself(
  { feedback }: OfferedDecision,
  { id }: Actor,
  { demand, isStopped }: DecisionPolicy,
): WrittenStatement | null {
  if (isStopped) return say('decide.stopped');
  if (demand === null || feedback.type === 'reject') return null;
  if (demand.then === 'never') return say('decide.never', { line: demand.line.name });
  const isOwn = demand.then === 'itself' && id === lineAuthor(demand.line.id);
  return isOwn ? null : say('decide.people-only', { line: demand.line.name });
}

function whyNotThisOne(
  question: AskedQuestion,
  { feedback }: OfferedDecision,
  { actor, policy }: { actor: Actor; policy: DecisionPolicy },
): WrittenStatement | null {
  const { demand } = policy;
  const { role } = actor;
  if (role === null) return say('decide.no-access');
  if (actor.kind === 'caller') {
    // Tasks of older versions have no starter; the gateway has found the task to be of this caller.
    if (question.starter !== null && actor.id !== question.starter)
      return say('decide.other-caller');
  } else if (!roleCovers(role, 'operator')) return say('decide.only-reads');
  const own = ownQuestion(question, actor.id, policy);
  if (own !== null) return own;
  if (demand?.people && !demand.people.includes(actor.id))
    return say('decide.named', { people: demand.people.join(', ') });
  const group = bindingGroup(question.prompt, demand);
  if (group !== null && !actor.groups.includes(group)) {
    const stepsIn = policy.groupIsEmpty && roleCovers(role, 'admin');
    if (!stepsIn) return say('decide.group', { group });
  }
  if (demand?.then === 'never' && feedback.type !== 'reject')
    return say('decide.never', { line: demand.line.name });
  return null;
}

/** The group that alone decides: that of the policy, or else that of the escalation; null = no group does. */
export const bindingGroup = (
  { escalation }: { escalation: Pick<NonNullable<Prompt['escalation']>, 'group'> | null },
  demand: Pick<Demand, 'group' | 'people'> | null,
): string | null => {
  if (demand !== null && (demand.group !== null || demand.people !== null)) return demand.group;
  return escalation?.group ?? null;
};

/** Who calls through the gateway does not allow the own call where another person can; the policy may exclude more. */
function ownQuestion(
  { asker, starter }: Pick<AskedQuestion, 'asker' | 'starter'>,
  id: string,
  { demand, isAlone }: Pick<DecisionPolicy, 'demand' | 'isAlone'>,
): WrittenStatement | null {
  if (asker === id && !isAlone) return say('decide.own-call');
  const several = demand !== null && demand.approvals > 1;
  const excludes = demand?.exclude.includes('starter') === true || several;
  return excludes && starter === id ? say('decide.own-task') : null;
}

const besides = ['reason', 'note'];

/** What is decided, without the words beside it: two persons say the same if this is the same. */
export function decidedValue({ type, content }: UpFeedback): string {
  const decided = Object.entries(content ?? {}).filter(([name]) => !besides.includes(name));
  return canonicalJson({ type, content: Object.fromEntries(decided) });
}

function counted(
  { votes }: AskedQuestion,
  { feedback, digest }: OfferedDecision,
  { actor, policy: { demand } }: { actor: Actor; policy: DecisionPolicy },
): Acceptance {
  const needed = demand?.then === 'ask' ? demand.approvals : 1;
  if (needed === 1 || feedback.type === 'reject') return { kind: 'accepted' };
  // The same person twice is one person.
  const others = votes.filter(
    ({ by, digest: shown, value }) =>
      by.id !== actor.id && shown === digest && value === decidedValue(feedback),
  );
  const short = needed - others.length - 1;
  return short <= 0 ? { kind: 'accepted' } : { kind: 'vote', short };
}
