import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { applyMapping } from './apply-mapping.ts';
import { contextFromZod } from './context.ts';
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

  it('works from field descriptions alone, without schemas', () => {
    const { mapping } = mediate({
      sender: {
        context: { fields: { 'candidates[].email': 'contact address' } },
        payload: { candidates: [{ email: 'a@example.org' }] },
      },
      receiver: { context: { fields: { 'recipients[].to': 'email addresses' } } },
    });
    expect(mapping).toMatchObject([{ from: '/candidates/*/email', to: '/recipients/*/to' }]);
  });

  it('asks when two sources fit equally, and takes what was settled before', () => {
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

  it('never writes a prototype', () => {
    const value = applyMapping([{ from: '/a', to: '/__proto__/polluted' }], { a: 1 });
    expect(value).toEqual({});
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
