import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contextFromZod } from '../context.ts';
import { applyMapping } from './apply-mapping.ts';
import { mediate } from './mediation.ts';

const shortlist = z.object({
  role: z.string().describe('role the people are wanted for'),
  subject: z.string().describe('subject line of the invitation'),
  message: z.string().describe('text of the invitation'),
  candidates: z.array(
    z.object({
      id: z.string().describe('identifier of the profile'),
      name: z.string().describe('full name of the freelancer'),
      email: z.email().describe('contact address'),
      city: z.string().describe('where the person lives'),
      score: z.number().describe('how well the profile fits, 0 to 1'),
    }),
  ),
});
const mail = z.object({
  recipients: z.array(
    z.object({
      address: z.email().describe('email address the invitation goes to'),
      displayName: z.string().describe('name of the addressee'),
    }),
  ),
  subject: z.string().describe('subject line'),
  body: z.string().describe('text of the mail'),
});
const payload = {
  role: 'Senior React contractor',
  subject: 'Invitation',
  message: 'Are you free?',
  candidates: [
    { id: 'f-1', name: 'Ines Vogel', email: 'ines@example.org', city: 'Leipzig', score: 0.91 },
    { id: 'f-2', name: 'Tomasz Król', email: 'tomasz@example.org', city: 'Halle', score: 0.84 },
  ],
};

describe('mediate', () => {
  it('fills a mail from a shortlist by descriptions, not by names', () => {
    const { mapping, undecided } = mediate({
      sender: { context: contextFromZod(shortlist), payload },
      receiver: { context: contextFromZod(mail) },
    });
    expect(undecided).toEqual([]);
    expect(applyMapping(mapping, payload)).toEqual({
      recipients: [
        { address: 'ines@example.org', displayName: 'Ines Vogel' },
        { address: 'tomasz@example.org', displayName: 'Tomasz Król' },
      ],
      subject: 'Invitation',
      body: 'Are you free?',
    });
  });

  it('works with field descriptions only, without schemas', () => {
    const { mapping } = mediate({
      sender: {
        context: { fields: { 'candidates[].email': 'contact address' } },
        payload: { candidates: [{ email: 'a@example.org' }] },
      },
      receiver: { context: { fields: { 'recipients[].to': 'email addresses' } } },
    });
    expect(mapping).toMatchObject([{ from: '/candidates/*/email', to: '/recipients/*/to' }]);
  });

  it('asks if two sources fit equally, and uses earlier choices', () => {
    const sender = {
      context: {
        fields: { workEmail: 'contact address', homeEmail: 'contact address' },
        constraints: { workEmail: 'format email', homeEmail: 'format email' },
      },
      payload: { workEmail: 'w@example.org', homeEmail: 'h@example.org' },
    };
    const receiver = {
      context: contextFromZod(z.object({ to: z.email().describe('email address') })),
    };
    const asked = mediate({ sender, receiver });
    expect(asked.mapping).toEqual([]);
    expect(asked.undecided).toMatchObject([{ to: '/to', why: 'tie' }]);
    expect(asked.undecided[0]?.candidates.map((candidate) => candidate.from).sort()).toEqual([
      '/homeEmail',
      '/workEmail',
    ]);
    const settled = mediate({ sender, receiver, remembered: [{ from: '/workEmail', to: '/to' }] });
    expect(settled.undecided).toEqual([]);
    expect(applyMapping(settled.mapping, sender.payload)).toEqual({ to: 'w@example.org' });
  });

  it('asks for a required field that nothing fits', () => {
    const { undecided } = mediate({
      sender: { context: { fields: { score: 'how well it fits' } }, payload: { score: 1 } },
      receiver: { context: contextFromZod(z.object({ to: z.email().describe('email address') })) },
    });
    expect(undecided).toMatchObject([{ to: '/to', why: 'no-match' }]);
  });

  it("fills a plain list of addresses: the paper's candidates[].email → recipients[]", () => {
    const sender = {
      context: {
        fields: { 'candidates[].email': 'contact address', 'candidates[].city': 'where they live' },
      },
    };
    const typed = z.object({ recipients: z.array(z.email()).describe('email addresses') });
    for (const [receiver, to] of [
      [contextFromZod(typed), '/recipients/*'],
      [{ fields: { recipients: 'email addresses' } }, '/recipients'],
    ] as const) {
      const { mapping, undecided } = mediate({ sender, receiver: { context: receiver } });
      expect(undecided).toEqual([]);
      expect(mapping).toMatchObject([{ from: '/candidates/*/email', to }]);
      expect(applyMapping(mapping, payload)).toEqual({
        recipients: ['ines@example.org', 'tomasz@example.org'],
      });
    }
  });

  const people = (...names: string[]) =>
    z.array(
      z.object({
        name: z.string().describe('full name of the freelancer'),
        ...Object.fromEntries(names.map((name) => [name, z.email().describe(words[name] ?? '')])),
      }),
    );
  const words: Record<string, string> = {
    email: 'contact address',
    altEmail: 'second contact address',
    workEmail: 'work email address',
    homeEmail: 'private email address',
    billing: 'address for invoices',
  };
  const recipients = { context: contextFromZod(mail.pick({ recipients: true })) };

  it.each([
    ['email', 'altEmail'],
    ['workEmail', 'homeEmail'],
    ['email', 'billing'],
  ])('asks which of two addresses is meant: %s or %s', (one, other) => {
    const context = contextFromZod(z.object({ candidates: people(one, other) }));
    const { mapping, undecided } = mediate({ sender: { context }, receiver: recipients });
    expect(mapping.map(({ to }) => to)).toEqual(['/recipients/*/displayName']);
    expect(undecided).toMatchObject([{ to: '/recipients/*/address', why: 'tie' }]);
    expect(undecided[0]?.candidates.map(({ from }) => from)).toEqual(
      expect.arrayContaining([`/candidates/*/${one}`, `/candidates/*/${other}`]),
    );
  });

  it('never mixes two lists: one settled field of a list decides the others', () => {
    const context = contextFromZod(
      z.object({ candidates: people('email'), interviewers: people('email') }),
    );
    const asked = mediate({ sender: { context }, receiver: recipients });
    expect(asked.mapping).toEqual([]);
    expect(asked.undecided.map(({ why }) => why)).toEqual(['tie', 'tie']);
    const settled = mediate({
      sender: { context },
      receiver: recipients,
      remembered: [{ from: '/interviewers/*/email', to: '/recipients/*/address' }],
    });
    expect(settled.undecided).toEqual([]);
    expect(settled.mapping).toMatchObject([
      { from: '/interviewers/*/email', score: 1 },
      { from: '/interviewers/*/name', to: '/recipients/*/displayName' },
    ]);
  });

  it('gives a source to one field only, and to the required one first', () => {
    const sender = {
      context: contextFromZod(z.object({ email: z.email().describe('contact address') })),
    };
    const twice = (needed: boolean) => {
      const copy = z.email().describe('email address');
      return mediate({
        sender,
        receiver: {
          context: contextFromZod(
            z.object({
              cc: needed ? copy : copy.optional(),
              to: z.email().describe('email address'),
            }),
          ),
        },
      });
    };
    expect(twice(false).mapping.map(({ to }) => to)).toEqual(['/to']);
    expect(twice(false).undecided).toEqual([]);
    expect(twice(true).mapping).toEqual([]);
    expect(twice(true).undecided.map(({ to }) => to)).toEqual(['/cc', '/to']);
  });

  it.each([
    ['a type', z.number().describe('start of the work'), z.string()],
    ['a format', z.email().describe('start of the work'), z.iso.date()],
    ['options', z.enum(['a', 'b']).describe('start of the work'), z.enum(['c', 'd'])],
  ])('lets %s speak against equal words', (_, from, to) => {
    const { mapping } = mediate({
      sender: { context: contextFromZod(z.object({ start: from })) },
      receiver: { context: contextFromZod(z.object({ start: to.describe('start of the work') })) },
    });
    expect(mapping).toEqual([]);
  });

  it('lets disjoint ranges outweigh equal descriptions', () => {
    const rate = (low: number, high: number) =>
      contextFromZod(z.object({ rate: z.number().min(low).max(high).describe('price per hour') }));
    const map = (low: number, high: number) =>
      mediate({ sender: { context: rate(low, high) }, receiver: { context: rate(20, 400) } })
        .mapping;
    expect(map(0, 1)).toEqual([]);
    expect(map(0, 300)).toHaveLength(1);
  });

  it('trusts actual values more than declarations', () => {
    const sender = (email: string) => ({
      context: { fields: { a: 'contact address', b: 'contact address' } },
      payload: { a: email, b: 'Karl-Liebknecht-Straße 4, Leipzig' },
    });
    const receiver = { context: contextFromZod(z.object({ to: z.email().describe('address') })) };
    expect(mediate({ sender: sender('a@example.org'), receiver }).mapping).toMatchObject([
      { from: '/a', to: '/to' },
    ]);
    expect(mediate({ sender: sender('Hauptstraße 1'), receiver }).mapping).toEqual([]);
  });

  it('accepts any contexts and payloads, and is deterministic', () => {
    const text = fc.constantFrom('email address', 'contact', 'name of the guest', '', 'a.b', '[]');
    const context = fc.record({
      fields: fc.dictionary(fc.oneof(text, fc.string()), text),
      constraints: fc.dictionary(text, fc.jsonValue()),
      schema: fc.oneof(fc.jsonValue(), fc.constant(contextFromZod(mail).schema)),
    });
    fc.assert(
      fc.property(context, context, fc.jsonValue(), (from, to, value) => {
        const options = { sender: { context: from, payload: value }, receiver: { context: to } };
        const { mapping, undecided } = mediate(options);
        expect(mediate(options)).toEqual({ mapping, undecided });
        const targets = [...mapping, ...undecided].map((field) => field.to);
        expect(new Set(targets).size).toBe(targets.length);
        applyMapping(mapping, value);
      }),
    );
  });
});
