import type { Demand } from '@countersign/api/policy/demand';
import {
  type Bypass,
  bypassSchema,
  type PolicyLine,
  type PolicyTable,
  policyLinesSchema,
} from '@countersign/api/policy/table';
import type { Prompt } from '@countersign/api/prompt';
import { compilePolicy, demandOf, type Policy } from '@countersign/policy/compile';
import { factsOf } from '@countersign/policy/facts';
import type { Reading, Writing } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import { newestTable, policyHolds } from '../rows/policy/policy-tables.ts';
import { callerIn, starterOfTask } from '../rows/questions/parties.ts';

interface Compiled {
  lines: PolicyLine[];
  policy: Policy;
}
/** By its text: a table is compiled once, and a transaction may read another one than the last. */
const compiled = new Map<string, Compiled>();
const maxCompiled = 8;

function compiledOf(body: string): Compiled {
  const known = compiled.get(body);
  if (known !== undefined) return known;
  const lines = policyLinesSchema.parse(storedJson(body));
  const made = { lines, policy: compilePolicy(lines) };
  if (compiled.size >= maxCompiled) compiled.clear();
  compiled.set(body, made);
  return made;
}

/** The table, and what holds beside it. */
export async function readPolicyTable(reading: Reading, now: number): Promise<PolicyTable> {
  const row = await newestTable(reading);
  const holds = await policyHolds(reading, now);
  const stop = holds.find(({ kind }) => kind === 'stop');
  const bypasses = holds.filter(({ kind }) => kind === 'bypass');
  return {
    version: row?.version ?? 0,
    lines: row === undefined ? [] : compiledOf(row.body).lines,
    ...{ at: row?.at ?? 0, by: row?.operator ?? 'countersign' },
    bypasses: bypasses.map(({ body }) => bypassSchema.parse(storedJson(body))),
    stopped: stop === undefined ? null : { by: stop.body, at: stop.at },
  };
}

/** What the policy says about a question now. */
export interface Ruling {
  /** null = no line fits. */
  line: PolicyLine | null;
  demand: Demand | null;
  /** The people of the line are skipped for a time. */
  bypass: Bypass | null;
  isStopped: boolean;
}

export async function rulingOn(
  transaction: Reading & Pick<Writing, 'now'>,
  prompt: Prompt,
): Promise<Ruling> {
  const { now } = transaction;
  const holds = await policyHolds(transaction, now);
  const isStopped = holds.some(({ kind }) => kind === 'stop');
  const row = await newestTable(transaction);
  if (row === undefined) return { line: null, demand: null, bypass: null, isStopped };
  const line = compiledOf(row.body).policy(
    factsOf(prompt, { behind: await behind(transaction, prompt), now }),
  );
  if (line === null) return { line, demand: null, bypass: null, isStopped };
  const demand = demandOf(line, row.version);
  const bypass = line.then.do === 'ask' ? bypassOf(holds, line.id) : null;
  return {
    line,
    demand: bypass === null ? demand : { ...demand, then: 'itself' },
    bypass,
    isStopped,
  };
}

function bypassOf(holds: Awaited<ReturnType<typeof policyHolds>>, line: string): Bypass | null {
  const found = holds
    .filter(({ kind }) => kind === 'bypass')
    .map(({ body }) => bypassSchema.parse(storedJson(body)));
  return found.find((bypass) => bypass.line === line) ?? null;
}

/** Who has called, or has started the task. */
export async function behind(reading: Reading, { taskId, message }: Prompt): Promise<string[]> {
  const id = taskId === null ? callerIn(message) : await starterOfTask(reading, taskId);
  return id === null ? [] : [id];
}
