import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  decideExtractionsSchema,
  ExtractionPolicy,
  extractionSchema,
} from '@countersign/api/knowledge-sharing';
import type { Operator } from '@countersign/api/operator';
import { say } from '@countersign/api/statements';
import { release } from '@countersign/memory/extract/release';
import { residueIn } from '@countersign/memory/extract/standardise';
import type { Approval } from '@countersign/memory/model/approval';
import type { Memory } from '@countersign/memory/model/memory';
import { ProblemError } from '@countersign/server/http/problem';
import type { Journal } from '@countersign/server/journal/journal';
import { mapInOrder } from '@countersign/server/store/in-order';
import { listOperators } from '@countersign/server/store/people/operators';
import type { Reading } from '@countersign/server/store/port';
import type { z } from 'zod';
import {
  approvalByRule,
  faultOfRule,
  names,
  sourceEntry,
  sourceIdOf,
} from '../exchange/rule-share.ts';
import type { Signing } from '../exchange/signing.ts';
import { digestOf, extractionView, extractMemory, maxOfOne, sizeOf } from '../extract-memories.ts';
import type { Knowledge, Plan } from '../memories/knowledge.ts';
import {
  type Entry,
  pageOfEntries,
  readEntry,
  type StoredApproval,
  type StoredExtraction,
  type StoredRule,
  type StoredShare,
} from '../memories/stored.ts';
import { unknownKnowledge } from '../problems.ts';

type Person = Pick<Operator, 'id' | 'name'>;
type View = z.output<typeof extractionSchema>;
type Decisions = z.output<typeof decideExtractionsSchema>['decisions'];
type Decided = {
  id: string;
  outcome: 'done' | 'changed' | 'residue';
  rule: string | null;
  knowledgeId: string | null;
};

/** What is shared: extractions wait for the approval of a person, or of a person's rule. */
export interface Extractions {
  /** What the steps would make of memories; nothing is stored. */
  preview(ids: readonly string[], policy: ExtractionPolicy, by: Person): Promise<Outcome>;
  /** They wait for an approval then, unless a rule gives it. */
  extract(ids: readonly string[], policy: ExtractionPolicy, by: Person): Promise<Outcome>;
  decide(decisions: Decisions, by: Person): Promise<Decided[]>;
  /** Shares what rules let leave of memories that a person has just confirmed; the rest of what they name waits for a person. */
  byRules(ids: readonly string[]): Promise<void>;
  /** Shares it no longer. */
  withdraw(id: string, by: Person): Promise<void>;
}
type Planned = Required<Pick<Plan, 'entries' | 'audits' | 'expected' | 'gone'>>;
type Outcome = { items: View[]; unknown: string[] };

export const noPolicy: ExtractionPolicy = { without: [], allowed: [], names: [], terms: {} };

export function createExtractions({
  journal,
  knowledge,
  signing,
}: {
  journal: Pick<Journal, 'read'>;
  knowledge: Knowledge;
  signing: Signing;
}): Extractions {
  const { read } = journal;
  const rulesInForce = async (): Promise<StoredRule[]> => {
    const rules = await pageOfEntries(read, 'rule', { before: 0, limit: 1_000 });
    return rules.map(({ body }) => body).filter(({ expiresAt }) => expiresAt > knowledge.now());
  };
  /** Operators are masked wherever they are named. */
  const namesOfPeople = async () => (await listOperators(read)).map(({ name }) => name);
  const made = async (
    memories: readonly Memory[],
    policy: ExtractionPolicy,
    by: string,
  ): Promise<{ id: string; memory: Memory; stored: StoredExtraction }[]> => {
    const ports = { names: await namesOfPeople(), now: knowledge.now(), by };
    return mapInOrder(memories, async (memory) => {
      // A long one takes a second or two: others are served in between.
      await nextTurn();
      return {
        id: `extraction-${digestOf([memory.id, memory.version, policy]).slice(0, 26)}`,
        ...{ memory, stored: extractMemory(memory, policy, ports) },
      };
    });
  };

  const extractAll = (
    pick: (all: ReadonlyMap<string, Memory>) => readonly Memory[],
    policy: ExtractionPolicy,
    { by, onlyByRules }: { by: string; onlyByRules: boolean },
  ) =>
    knowledge.change(async (held) => {
      const rules = await rulesInForce();
      const fresh = await made(pick(held.all), policy, by);
      const plan: Planned = { entries: [], audits: [], expected: [], gone: [] };
      const kept = await mapInOrder(fresh, async ({ id, memory, stored }) => {
        const before = await readEntry(read, 'extraction', id);
        if (before !== null) return { id, state: before.state, stored: before.body };
        const rule = rules.find((one) => names(one, memory));
        if (onlyByRules && rule === undefined) return null;
        const state = stored.knowledge === null ? 'dropped' : 'waiting';
        const fault = rule && (await faultOfRule(read, memory, { stored, rule }));
        if (rule === undefined || stored.knowledge === null || fault) {
          const waits = fault ? { ...stored, notByRule: fault } : stored;
          plan.entries = [...plan.entries, entryOf(id, state, waits)];
          await replaceOlder(plan, read, memory);
          return { id, state, stored: waits };
        }
        const { approval, shown } = approvalByRule(rule, knowledge.now());
        const share = await shareOf(stored, { approval, shown, signing, now: knowledge.now() });
        if (share === null) return null;
        const approved = { ...stored, approval: shown };
        rule.released += 1;
        plan.entries = [
          ...plan.entries,
          ...[entryOf(id, 'approved', approved), share],
          ruleEntry(rule),
        ];
        await replaceOlder(plan, read, memory);
        // Nothing is shared by a rule that was ended meanwhile, nor from where something was withdrawn.
        plan.expected = [
          ...plan.expected,
          { kind: 'rule', id: rule.id, state: 'rule' },
          { kind: 'source', id: sourceIdOf(memory), state: 'approved' },
        ];
        const detail = { memoryId: memory.id, knowledgeId: share.id, rule: rule.id };
        plan.audits = [
          ...plan.audits,
          { operator: `rule:${rule.id}`, action: 'knowledge:release', detail },
        ];
        return { id, state: 'approved', stored: approved };
      });
      const views = kept.flatMap((one) =>
        one === null ? [] : extractionView(one.stored, { ...one, held, mayApprove: true }),
      );
      return { plan: plan.entries.length === 0 ? null : plan, value: views };
    });

  const picked = async (ids: readonly string[]) => {
    const { all } = await knowledge.held();
    return { unknown: ids.filter((id) => !all.has(id)) };
  };
  const pickFrom = (ids: readonly string[]) => (all: ReadonlyMap<string, Memory>) =>
    [...new Set(ids)].flatMap((id) => all.get(id) ?? []);
  const pickWithin = (ids: readonly string[]) => (all: ReadonlyMap<string, Memory>) =>
    withinLimits(pickFrom(ids)(all));

  return {
    async preview(ids, policy, by) {
      const held = await knowledge.held();
      const fresh = await made(pickWithin(ids)(held.all), policy, by.name);
      const items = fresh.flatMap(({ id, stored }) => {
        const state = stored.knowledge === null ? 'dropped' : 'waiting';
        return extractionView(stored, { id, state, held, mayApprove: true });
      });
      return { items, ...(await picked(ids)) };
    },
    async extract(ids, policy, by) {
      const items = await extractAll(pickWithin(ids), policy, { by: by.name, onlyByRules: false });
      return { items, ...(await picked(ids)) };
    },
    async byRules(ids) {
      if ((await rulesInForce()).length === 0) return;
      await extractAll(pickFrom(ids), noPolicy, { by: 'rule', onlyByRules: true });
    },
    decide: (decisions, by) => decideAll({ read, knowledge, signing }, decisions, by),
    withdraw: (id, by) =>
      knowledge.change(async (held) => {
        const found = await readEntry(read, 'shared', id);
        if (found === null) throw unknownKnowledge(id);
        const memory = held.all.get(found.body.memoryId);
        // A person looks at the next one from there again.
        const source =
          memory === undefined ? [] : [{ kind: 'source' as const, id: sourceIdOf(memory) }];
        const detail = { knowledgeId: id, memoryId: found.body.memoryId };
        const audits = [{ operator: by.id, action: 'knowledge:withdraw', detail }];
        const shared = { kind: 'shared' as const, id };
        const expected = [{ ...shared, state: found.state }];
        return { plan: { expected, gone: [shared, ...source], audits }, value: undefined };
      }),
  };
}

/** Characters of memories that are extracted at a time. */
const maxTogether = 200_000;

/** Throws a problem if they are too much for one request. */
function withinLimits(memories: readonly Memory[]): readonly Memory[] {
  const sizes = memories.map(sizeOf);
  const given = sizes.reduce((sum, size) => sum + size, 0);
  const largest = Math.max(0, ...sizes);
  if (given <= maxTogether && largest <= maxOfOne) return memories;
  const limits = { limit: maxTogether, limitOfOne: maxOfOne };
  throw new ProblemError('too-large', say('knowledge.too-much', { given, largest, ...limits }));
}

/** Decides about extractions as they were seen, all that can be in one step. */
function decideAll(
  { read, knowledge, signing }: { read: Reading; knowledge: Knowledge; signing: Signing },
  decisions: Decisions,
  by: Person,
): Promise<Decided[]> {
  return knowledge.change(async (held) => {
    const plan: Planned = { entries: [], audits: [], expected: [], gone: [] };
    const seen = new Set<string>();
    const results = await mapInOrder(decisions, async (decision): Promise<Decided> => {
      const { id } = decision;
      const none = { id, rule: null, knowledgeId: null };
      const found = await readEntry(read, 'extraction', id);
      const memory = found === null ? undefined : held.all.get(found.body.memoryId);
      // Nothing leaves of a memory that has changed since; that it does not leave can be said at any time.
      const isAsSeen =
        found?.state === 'waiting' &&
        found.body.digest === decision.digest &&
        (decision.verdict === 'reject' || memory?.version === found.body.memoryVersion);
      if (found === null || !isAsSeen || seen.has(id)) return { ...none, outcome: 'changed' };
      seen.add(id);
      const done = await decided(found, decision, { by, signing, now: knowledge.now() });
      if ('residue' in done) return { ...none, outcome: 'residue', rule: done.residue };
      plan.entries = [...plan.entries, ...done.entries];
      if (decision.verdict === 'approve' && memory !== undefined) {
        plan.entries = [...plan.entries, sourceEntry(memory, by, knowledge)];
      }
      plan.expected = [...plan.expected, asWaiting(id)];
      const action = decision.verdict === 'approve' ? 'knowledge:release' : 'knowledge:reject';
      const { memoryId } = found.body;
      const { knowledgeId } = done;
      const detail = {
        memoryId,
        knowledgeId,
        why: decision.why,
        edited: decision.knowledge !== undefined,
      };
      plan.audits = [...plan.audits, { operator: by.id, action, detail }];
      return { ...none, outcome: 'done', knowledgeId };
    });
    return { plan: plan.entries.length === 0 ? null : plan, value: results };
  });
}

/** What was to be masked is kept no longer than it takes to make the extraction again. */
const entryOf = (id: string, state: string, body: StoredExtraction) => ({
  ...{ kind: 'extraction' as const, id, state, about: body.memoryId },
  body: state === 'waiting' ? body : { ...body, policy: null },
});

const asWaiting = (id: string) => ({ kind: 'extraction' as const, id, state: 'waiting' });

/** Removes what waits of former versions of a memory: it could not be approved any more. */
async function replaceOlder(plan: Planned, read: Reading, { id, version }: Memory): Promise<void> {
  const page = { state: 'waiting', about: id, before: 0, limit: 1_000 };
  const waiting = await pageOfEntries(read, 'extraction', page);
  const older = waiting.filter(({ body }) => body.memoryVersion < version);
  plan.gone = [...plan.gone, ...older.map((one) => ({ kind: 'extraction' as const, id: one.id }))];
  // What was rejected meanwhile is kept, for its history.
  plan.expected = [...plan.expected, ...older.map((one) => asWaiting(one.id))];
}

export const ruleEntry = (body: StoredRule) => ({
  ...{ kind: 'rule' as const, id: body.id, state: 'rule', body },
});

const approvalShown = (by: Person, { kind, at }: Approval): StoredApproval => ({
  ...{ kind, at, rule: null, why: '' },
  by: { id: by.id, name: by.name },
});

/** null = the approval does not hold. */
async function shareOf(
  stored: StoredExtraction,
  given: { approval: Approval; shown: StoredApproval; signing: Signing; now: number },
) {
  if (stored.knowledge === null) return null;
  const released = release(stored.knowledge, given.approval, given.now);
  if (!released.ok) return null;
  const { knowledge } = released;
  const item = await given.signing.sign(knowledge);
  const { memoryId } = stored;
  const body: StoredShare = { memoryId, approval: given.shown, knowledge, item };
  return { kind: 'shared' as const, id: knowledge.id, state: 'shared', about: memoryId, body };
}

async function decided(
  { id, body }: Entry<'extraction'>,
  { verdict, knowledge: edit, why }: Decisions[number],
  { by, signing, now }: { by: Person; signing: Signing; now: number },
): Promise<
  { residue: string } | { entries: NonNullable<Plan['entries']>; knowledgeId: string | null }
> {
  const approval: Approval = { kind: 'person', by: by.name, at: now };
  const shown = { ...approvalShown(by, approval), why };
  if (verdict === 'reject') {
    return { entries: [entryOf(id, 'rejected', { ...body, approval: shown })], knowledgeId: null };
  }
  const residue = edit === undefined ? null : residueIn(edit);
  if (residue !== null) return { residue: residue.rule };
  const knowledge = body.knowledge === null ? null : { ...body.knowledge, ...edit };
  const stored = { ...body, knowledge, approval: shown };
  const share = await shareOf(stored, { approval, shown, signing, now });
  if (share === null) return { residue: 'empty' };
  return { entries: [entryOf(id, 'approved', stored), share], knowledgeId: share.id };
}
