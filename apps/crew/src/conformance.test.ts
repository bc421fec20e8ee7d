import { checkAgent } from '@countersign/check/check-agent';
import { textReport } from '@countersign/check/text-report';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { request, startTestCrew } from './test-crew.ts';
import { type SmallEnvironment, startSmallEnvironment } from './testing/small-environment.ts';

let environment: SmallEnvironment;
let crew: Awaited<ReturnType<typeof startTestCrew>>;
beforeAll(async () => {
  environment = await startSmallEnvironment();
  crew = await startTestCrew({
    ...{ CREW_CELL_MS: '0', CREW_FOLLOWUP_SECONDS: '1' },
    ...{ CREW_ENVIRONMENT_URL: environment.url, CREW_ARM_SPEED: '50', CREW_ARM_LOOK_MS: '5' },
  });
  await environment.register(crew.services);
}, 60_000);
afterAll(async () => {
  await crew.close();
  await environment.close();
});

const incident = 'Downlink rate dropped at cell NTO-0437-2, seed 7';

/** What makes each agent work, and what cannot be checked of it. */
const agents: [id: string, message: string, skipped: string[]][] = [
  ['orchestrator', request, []],
  ['recommender', request, []],
  // Called by the others with an order; by words alone they end at once, and ask nobody.
  ['email-tool', 'Hello', ['answer.delivered', 'control.pause']],
  ['radio-master', incident, []],
  ['root-cause', incident, ['message.messages', 'answer.delivered', 'control.pause']],
  ['configuration', incident, ['message.messages', 'answer.delivered', 'control.pause']],
  // It asks only for another goal than one without a movement.
  ['robot-executor', 'Make me a coffee', []],
];

it('every agent of the crew is checked', () => {
  const checked = agents.map(([id]) => id);
  expect(checked.toSorted()).toEqual(crew.agents.map(({ id }) => id).toSorted());
});

it.each(agents)(
  'the agent %s passes the check',
  async (id, message, skipped) => {
    const agent = crew.agents.find((one) => one.id === id);
    if (agent === undefined) throw new Error(`The crew has no ${id}.`);
    const report = await checkAgent({ agent, message, patienceMs: 20_000 });
    const of = (...verdicts: string[]) =>
      report.findings.filter(({ verdict }) => verdicts.includes(verdict)).map((one) => one.id);
    expect(of('fail', 'warn'), textReport(report)).toEqual([]);
    expect(of('skip'), textReport(report)).toEqual(skipped);
    expect(of('pass').length).toBeGreaterThan(15);
  },
  120_000,
);
