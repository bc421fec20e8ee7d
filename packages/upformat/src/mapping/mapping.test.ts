import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Declared, mapOutput, type RepairReply, type Validate } from './mapping.ts';

function validate(value: unknown): ReturnType<Validate<Declared>> {
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

  it.each([
    ['bare', JSON.stringify(good)],
    ['with a byte order mark', `\ufeff${JSON.stringify(good)}`],
    ['fenced without a language', `\`\`\`\n${JSON.stringify(good)}\n\`\`\``],
    ['in the second fence', `\`\`\`\nnot it\n\`\`\`\n\`\`\`json\n${JSON.stringify(good)}\`\`\``],
    ['among prose', `Here it is: ${JSON.stringify(good)} Good luck!`],
  ])('finds the object in a text: %s', async (_, output) => {
    expect(await mapOutput({ output, validate })).toMatchObject({ state: 'completed' });
  });

  it('accepts a zod schema and reports missing members', async () => {
    const schema = z.object({
      canProceed: z.boolean(),
      confidence: z.number(),
      candidates: z.array(z.object({ id: z.string() })),
    });
    const output = { ...good, candidates: [{ id: 'a' }, {}] };
    const mapped = await mapOutput({ output, validate: schema });
    expect(mapped.evidence[0]?.errors).toMatchObject([
      { path: '/candidates/1/id', message: 'This is required.' },
    ]);
    expect(mapped.explanation).toBe('The output is not valid: /candidates/1/id This is required.');
    const valid = await mapOutput({ output: { ...good, candidates: [] }, validate: schema });
    expect(valid.value?.candidates).toEqual([]);
  });

  it('returns the thought with the confidence that decided', async () => {
    const output = { ...good, upThought: { reasoning: ['near'], assumptions: ['EUR'] } };
    const { upThought } = await mapOutput({ output, validate });
    expect(upThought).toEqual({
      reasoning: ['near'],
      assumptions: ['EUR'],
      confidence: 0.8,
      canProceed: true,
      threshold: 0.5,
    });
  });

  it.each([2, -1, Number.NaN, '0.9', null])(
    'lets no validator wave the confidence %s through',
    async (confidence) => {
      const output = { canProceed: true, confidence };
      const lax = (value: unknown) => ({ ok: true as const, value: value as Declared });
      const mapped = await mapOutput({ output, validate: lax });
      expect(mapped).toMatchObject({ state: 'needsHumanDecision', rule: 'not-repaired' });
      expect(mapped.evidence[0]?.errors[0]?.path).toBe('/confidence');
    },
  );

  it('treats a repair reply without a known choice as another attempt', async () => {
    const replies: unknown[] = [{ choice: 'fxied' }, good];
    const mapped = await mapOutput({
      output: {},
      validate,
      repair: async () => replies.shift() as RepairReply,
    });
    expect(mapped.state).toBe('completed');
    expect(mapped.evidence).toHaveLength(3);
  });

  it('asks a person if the validator itself fails', async () => {
    const mapped = await mapOutput({
      output: good,
      validate: () => {
        throw new Error('no schema');
      },
    });
    expect(mapped).toMatchObject({ state: 'needsHumanDecision', rule: 'not-repaired' });
    expect(mapped.explanation).toMatch(/no schema/);
  });

  it('completes only if the threshold and the model allow it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double(),
        async (canProceed, confidence, threshold) => {
          const { state } = await mapOutput({
            output: { canProceed, confidence },
            validate,
            threshold,
          });
          const may = canProceed && confidence >= threshold;
          expect(state).toBe(may ? 'completed' : 'needsHumanDecision');
        },
      ),
    );
  });

  it('never throws, for any output and any repair reply', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.jsonValue()),
        fc.array<unknown>(fc.jsonValue(), { maxLength: 3 }),
        async (output, replies) => {
          const mapped = await mapOutput({
            output,
            validate,
            repair: async () => replies.shift() as RepairReply,
          });
          expect(mapped.evidence.length).toBeLessThanOrEqual(3);
        },
      ),
    );
  });
});
