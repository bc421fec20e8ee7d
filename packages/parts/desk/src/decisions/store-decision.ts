import type { Operator } from '@countersign/api/operator';
import type { Decider, Decision, Prompt } from '@countersign/api/prompt';
import { may } from '@countersign/desk/permissions';
import {
  type Acceptance,
  type Actor,
  type AskedQuestion,
  acceptDecision,
  bindingGroup,
} from '@countersign/policy/accept-decision';
import { administrator, registrant } from '@countersign/server/guard/fixed-operators';
import { groupsOf } from '@countersign/server/store/people/memberships';
import { listOperators, readOperator } from '@countersign/server/store/people/operators';
import type { Reading } from '@countersign/server/store/port';
import type { Transaction } from '@countersign/server/store/transaction';
import { endVotes, votesOf } from '../rows/policy/votes.ts';
import { callerIn, starterOfTask } from '../rows/questions/parties.ts';
import { classPolicyOf } from './policy.ts';
import { rulingOn } from './policy-in-force.ts';
import { type Answer, recordDecision } from './record-decision.ts';
import { keepVote } from './vote.ts';

/** A decision as it is submitted, on any path. */
export interface SubmittedDecision extends Answer {
  /** Of what was shown. */
  digest: string;
  /** Answers although another operator holds the prompt. */
  despiteClaim?: boolean;
  /** It comes from who has requested the task from outside. */
  isCaller?: boolean;
}

export type StoredOutcome =
  | { kind: 'recorded'; decision: Decision }
  | { kind: 'voted'; short: number }
  | Exclude<Acceptance, { kind: 'accepted' } | { kind: 'vote' }>;

/** Stores the decision on a prompt if it is accepted: the only place that does, for people, rules, deadlines and callers. */
export async function storeDecision(
  transaction: Transaction,
  prompt: Prompt,
  submitted: SubmittedDecision,
): Promise<StoredOutcome> {
  const { feedback, digest, despiteClaim = false } = submitted;
  const { demand, isStopped } = await rulingOn(transaction, prompt);
  const acceptance = acceptDecision(
    await questionOf(transaction, prompt),
    { feedback, digest, despiteClaim },
    {
      actor: await actorOf(transaction, submitted),
      policy: {
        ofClass: await classPolicyOf(transaction, prompt),
        demand,
        isStopped,
        groupIsEmpty: await isGroupEmpty(transaction, prompt, demand),
        isAlone: await isAlone(transaction, submitted.by),
      },
      now: transaction.now,
    },
  );
  if (acceptance.kind === 'vote') {
    await keepVote(transaction, prompt, submitted);
    return { kind: 'voted', short: acceptance.short };
  }
  if (acceptance.kind !== 'accepted') return acceptance;
  await endVotes(transaction, { promptId: prompt.id, as: 'decided' });
  return { kind: 'recorded', decision: await recordDecision(transaction, prompt, submitted) };
}

async function questionOf(reading: Reading, prompt: Prompt): Promise<AskedQuestion> {
  const { taskId } = prompt;
  return {
    prompt,
    asker: taskId === null ? callerIn(prompt.message) : null,
    starter: taskId === null ? null : await starterOfTask(reading, taskId),
    votes: await votesOf(reading, prompt.id),
  };
}

/** Role and groups are read in the transaction: who was removed a moment ago decides nothing. */
async function actorOf(
  transaction: Transaction,
  { by, isCaller = false }: Pick<SubmittedDecision, 'by' | 'isCaller'>,
): Promise<Actor> {
  if (by.kind !== 'operator') return { kind: by.kind, id: by.id, role: null, groups: [] };
  const operator = await currentOperator(transaction, by);
  const memberships = await groupsOf(transaction, by.id);
  const kind = isCaller ? 'caller' : 'person';
  return {
    ...{ kind, id: by.id, role: operator?.role ?? null },
    groups: memberships.map(({ group }) => group),
  };
}

async function currentOperator(reading: Reading, { id }: Decider): Promise<Operator | null> {
  if (id === administrator.id) return administrator;
  return id === registrant.id ? registrant : readOperator(reading, id);
}

/** The administrator is always there beside the operators. */
const isAlone = async (reading: Reading, { id }: Decider): Promise<boolean> =>
  id === administrator.id && !(await listOperators(reading)).some((one) => may(one, 'work'));

/** An emptied group must not keep a question for ever: the administrators step in. */
async function isGroupEmpty(
  reading: Reading,
  prompt: Prompt,
  demand: Prompt['demand'],
): Promise<boolean> {
  const group = bindingGroup(prompt, demand);
  if (group === null) return false;
  const operators = await listOperators(reading);
  return !operators.some((one) => may(one, 'work') && one.groups.includes(group));
}
