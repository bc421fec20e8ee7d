import type { RunContext } from '@countersign/agent/run-context';
import { canonicalJson } from '@countersign/json/canonical-json';
import { contextFromJsonSchema } from '@countersign/upformat/context';
import { applyMapping } from '@countersign/upformat/mapping/apply-mapping';
import {
  type FieldMapping,
  mediate,
  type UndecidedField,
} from '@countersign/upformat/mapping/mediation';
import type { UpContext } from '@countersign/upformat/message';
import { feedbackOf } from '../feedback-of.ts';

type Settled = { from: string; to: string };

/** Mappings confirmed by operators, per pair of schemas. */
export type MappingMemory = Map<string, readonly Settled[]>;

const nothing = '(leave empty)';
const shownFields = 12;

/**
 * Fills the receiver's order from the sender's payload by the descriptions of their fields (docs/protocol/message.md). Ambiguous fields are
 * asked about, and remembered for this pair of schemas. Null if the operator cancels it.
 */
export async function fillOrder(
  context: RunContext,
  input: {
    sender: { context: UpContext; payload: unknown };
    receiver: UpContext;
    memory: MappingMemory;
  },
): Promise<{ order: Record<string, unknown>; mapping: FieldMapping[] } | null> {
  const { sender, receiver, memory } = input;
  const pair = canonicalJson([fieldsOf(sender.context), fieldsOf(receiver)]);
  const remembered = memory.get(pair) ?? [];
  const known = new Set(remembered.map(({ to }) => to));
  const mediation = mediate({
    sender,
    receiver: { context: receiver },
    remembered: remembered.filter(({ from }) => from !== nothing),
  });
  const undecided = mediation.undecided.filter(({ to }) => !known.has(to));
  if (undecided.length === 0) {
    return { order: applyMapping(mediation.mapping, sender.payload), mapping: mediation.mapping };
  }
  const answers = await askMapping(context, undecided, sender.context);
  if (answers === null) return null;
  memory.set(pair, [...remembered, ...answers]);
  return fillOrder(context, input);
}

const fieldsOf = ({ entity, fields, constraints }: UpContext) => ({ entity, fields, constraints });

async function askMapping(
  context: RunContext,
  undecided: readonly UndecidedField[],
  sender: UpContext,
): Promise<Settled[] | null> {
  const sources = Object.keys(sender.fields ?? {}).map(
    (path) => `/${path.replaceAll('[]', '.*').replaceAll('.', '/')}`,
  );
  const nameFor = (at: number) => `field${at + 1}`;
  const properties = Object.fromEntries(
    undecided.map(({ to, description, candidates }, at) => {
      const offered = [...new Set([...candidates.map(({ from }) => from), ...sources])];
      const values = [...offered.slice(0, shownFields), nothing];
      return [
        nameFor(at),
        {
          type: 'string',
          title: to,
          description: description === '' ? `Source of ${to}` : description,
          oneOf: values.map((value) => ({ const: value, title: labelOf(value, candidates) })),
        },
      ];
    }),
  );
  const payload = Object.fromEntries(
    undecided.map(({ candidates }, at) => [nameFor(at), candidates[0]?.from ?? nothing]),
  );
  const answer = await context.ask({
    state: 'needsHumanDecision',
    ask: `Which field fills ${undecided.map(({ to }) => to).join(' and ')} of the Email Tool?`,
    explanation: undecided.map(explain).join(' '),
    payload,
    upContext: contextFromJsonSchema({
      title: 'Field mapping',
      type: 'object',
      required: Object.keys(properties),
      properties,
    }),
    upThought: {
      canProceed: false,
      reasoning: undecided.flatMap(({ candidates }) =>
        candidates.map(({ from, score, reason }) => `${from}, ${score.toFixed(2)}: ${reason}`),
      ),
    },
    effect: 'The order is filled this way, now and whenever these two agents meet again.',
    waiting: ['email-tool'],
    allowedFeedback: ['approve', 'edit', 'reject'],
  });
  const feedback = feedbackOf(answer);
  if (feedback.type === 'reject') return null;
  const value = feedback.type === 'edit' ? feedback.content.value : payload;
  const chosen: Record<string, unknown> =
    typeof value === 'object' && value !== null ? { ...value } : {};
  return undecided.map(({ to }, at) => {
    const from = chosen[nameFor(at)];
    return { to, from: typeof from === 'string' ? from : nothing };
  });
}

function labelOf(value: string, candidates: readonly FieldMapping[]): string {
  const score = candidates.find(({ from }) => from === value)?.score;
  return score === undefined ? value : `${value} (${score.toFixed(2)})`;
}

function explain({ to, why, candidates: [best] }: UndecidedField): string {
  if (why === 'tie') return `Several fields fit ${to} equally well.`;
  if (why === 'no-match' || best === undefined) return `No field clearly fits ${to}.`;
  return `${best.from} fits ${to}, but its unit does not: ${best.reason}. Chosen, its numbers are taken as they stand.`;
}
