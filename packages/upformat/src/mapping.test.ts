import { describe, expect, it } from 'vitest';
import { type Declared, type MappingOptions, mapOutput, type RepairReply } from './mapping.ts';

function validate(value: unknown): ReturnType<MappingOptions<Declared>['validate']> {
  const declared = value as Partial<Declared> | null;
  if (typeof declared?.canProceed !== 'boolean') {
    return { ok: false, errors: [{ path: '/canProceed', message: 'is required' }] };
  }
  if (typeof declared.confidence !== 'number') {
    return { ok: false, errors: [{ path: '/confidence', message: 'is required' }] };
  }
  return { ok: true, value: declared as Declared };
}
const good = { canProceed: true, confidence: 0.8 };

describe('mapOutput', () => {
  it.each([
    ['completed', 'confident', good],
    ['completed', 'confident', { canProceed: true, confidence: 0.5 }],
    ['needsHumanDecision', 'low-confidence', { canProceed: true, confidence: 0.45 }],
    ['needsHumanDecision', 'low-confidence', { canProceed: false, confidence: 0.1 }],
    ['needsHumanDecision', 'cannot-proceed', { canProceed: false, confidence: 0.9 }],
  ])('%s by rule %s', async (state, rule, output) => {
    expect(await mapOutput({ output, validate })).toMatchObject({ state, rule });
  });

  it("keeps the model's explanation when it cannot proceed", async () => {
    const output = { canProceed: false, confidence: 0.9, explanation: 'No location was given.' };
    expect(await mapOutput({ output, validate })).toMatchObject({
      explanation: 'No location was given.',
    });
  });

  it('reads JSON text, also inside a code fence', async () => {
    const output = `Sure:\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\``;
    expect(await mapOutput({ output, validate })).toMatchObject({ state: 'completed' });
  });

  it.each<[string, string, RepairReply]>([
    ['completed', 'confident', { choice: 'fixed', output: good }],
    ['needsHumanDecision', 'model-asks-for-a-person', { choice: 'needHuman' }],
    ['failed', 'beyond-capability', { choice: 'beyondCapability' }],
  ])('after a repair turn: %s by %s', async (state, rule, reply) => {
    const mapped = await mapOutput({
      output: '{"canProceed":',
      validate,
      repair: async () => reply,
    });
    expect(mapped).toMatchObject({ state, rule });
    expect(mapped.evidence[0]?.errors[0]?.message).toMatch(/not JSON/);
  });

  it('gives up after a bounded number of turns and keeps every output as evidence', async () => {
    let turns = 0;
    const mapped = await mapOutput({
      output: {},
      validate,
      repair: async () => {
        turns += 1;
        return { choice: 'fixed', output: { turn: turns } };
      },
    });
    expect(mapped).toMatchObject({ state: 'needsHumanDecision', rule: 'not-repaired' });
    expect(turns).toBe(2);
    expect(mapped.evidence.map((attempt) => attempt.output)).toEqual([
      {},
      { turn: 1 },
      { turn: 2 },
    ]);
  });

  it('asks a person when the repair turn itself fails', async () => {
    const mapped = await mapOutput({
      output: {},
      validate,
      repair: async () => {
        throw new Error('HTTP 500');
      },
    });
    expect(mapped).toMatchObject({ state: 'needsHumanDecision' });
    expect(mapped.explanation).toMatch(/HTTP 500/);
  });
});
