import { beforeAll, describe, expect, it } from 'vitest';
import { checkAgent } from './check-agent.ts';
import type { Report } from './finding.ts';
import { startA2aAgent } from './testing/a2a-agent.ts';
import { a2aFaults } from './testing/a2a-faults.ts';
import { agUiFaults } from './testing/ag-ui-faults.ts';
import { startAgent, startAgUiAgent, startTalker } from './testing/hai-agent.ts';
import { haiFaults } from './testing/hai-faults.ts';
import { startMcpServer } from './testing/mcp-agent.ts';
import { mcpFaults } from './testing/mcp-faults.ts';
import type { Planted, Served } from './testing/planted.ts';
import { textReport } from './text-report.ts';

/** A check mostly waits: so many run at once. */
const atOnce = 12;

const faults = { HAI: haiFaults, 'AG-UI': agUiFaults, A2A: a2aFaults, MCP: mcpFaults };

interface Good {
  name: string;
  start(): Promise<Served>;
  tool?: string;
}
const good: readonly Good[] = [
  { name: 'HAI', start: () => startAgent() },
  { name: 'HAI, which streams', start: () => startTalker() },
  { name: 'AG-UI', start: () => startAgUiAgent() },
  { name: 'A2A', start: () => startA2aAgent() },
  { name: 'MCP', start: () => startMcpServer(), tool: 'pay' },
  { name: 'MCP, a task', start: () => startMcpServer(), tool: 'print' },
];

const reports = new Map<object, Report>();

async function checked(planted: Good | Planted): Promise<void> {
  const { agent, close } = await planted.start();
  const { tool } = planted;
  const patienceMs = 'patienceMs' in planted ? (planted.patienceMs ?? 6_000) : 6_000;
  const report = await checkAgent({
    ...{ agent, message: 'Pay', patienceMs },
    ...(tool === undefined ? {} : { tool }),
  });
  reports.set(planted, report);
  await close();
}

beforeAll(async () => {
  const left = [...good, ...Object.values(faults).flat()];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await checked(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}, 120_000);

const wrongIn = (report: Report | undefined) =>
  (report?.findings ?? []).flatMap(({ id, verdict }) =>
    verdict === 'fail' || verdict === 'warn' ? [id] : [],
  );

describe.each(good)('an agent as it should be: $name', (one) => {
  it('has no fault', () => {
    const report = reports.get(one);
    expect(report?.findings.length).toBeGreaterThan(10);
    expect(wrongIn(report), report === undefined ? '' : textReport(report)).toEqual([]);
  });
});

describe.each(Object.entries(faults))('a planted fault of %s is found', (_, planted) => {
  it.each(planted.map((one) => [one.found, one.fault, one] as const))(
    '%s: %s',
    (found, fault, one) => {
      const report = reports.get(one);
      const text = report === undefined ? fault : textReport(report);
      expect(wrongIn(report), text).toContain(found);
      expect(report?.findings.find(({ id }) => id === found)?.detail, text).toMatch(
        one.says ?? /./,
      );
    },
  );
});

it('sixty faults are planted at least', () => {
  expect(Object.values(faults).flat().length).toBeGreaterThanOrEqual(60);
});
