import { contextFromZod } from '@countersign/upformat/context';
import { mediate } from '@countersign/upformat/mapping/mediation';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { mailOrderContext } from '../email-tool/mail-order.ts';
import { invitationContext, invitationFor } from './followup.ts';
import { senderContext } from './orchestrate.ts';

const invitation = invitationFor({ role: 'React contractor', candidates: [], brief: {} }, 2);

it('maps by the Recommender’s descriptions of its fields, regardless of their names', () => {
  const theirs = contextFromZod(
    z.object({
      candidates: z.array(
        z.object({
          wer: z.string().describe('full name of the person'),
          kontakt: z.email().describe('contact address, an email address of the person'),
        }),
      ),
    }),
  );
  const { mapping, undecided } = mediate({
    sender: { context: senderContext(theirs, invitationContext(invitation)) },
    receiver: { context: mailOrderContext },
  });
  expect(undecided).toEqual([]);
  expect(mapping.map(({ from }) => from)).toEqual(
    expect.arrayContaining(['/candidates/*/kontakt', '/candidates/*/wer', '/subject', '/message']),
  );
});

it('reads a schema that was sent without field descriptions', () => {
  const { schema } = contextFromZod(
    z.object({ candidates: z.array(z.object({ mail: z.email().describe('contact address') })) }),
  );
  const { fields } = senderContext({ schema }, invitationContext(invitation));
  expect(Object.keys(fields ?? {})).toEqual(
    expect.arrayContaining(['candidates[].mail', 'subject', 'message']),
  );
});
