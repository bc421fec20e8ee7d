import type { RunContext } from '@countersign/agent/run-context';
import { contextFromJsonSchema } from '@countersign/upformat/context';
import type { UpContext, UpFeedback, UpThought } from '@countersign/upformat/message';
import { z } from 'zod';
import { feedbackOf } from '../feedback-of.ts';
import type { Proposed, Recommendation } from '../recommender/recommendation.ts';
import type { CrewText } from '../words/crew-text.ts';
import { en } from '../words/en.ts';
import { titledIn } from '../words/titled.ts';

/** The operator's decision about the shortlist. */
export type Choice =
  | { kind: 'invite'; ids: string[]; subject: string; message: string }
  | { kind: 'again'; instruction: string }
  | { kind: 'nobody'; reason: string | null };

export interface Invitation {
  role: string;
  candidates: Proposed[];
  invite: string[];
  subject: string;
  message: string;
  [key: string]: unknown;
}

/** The invitation as proposed: the best `count` of the ranking. */
export function invitationFor({ role, candidates }: Recommendation, count: number): Invitation {
  const where = candidates[0]?.travelMinutes === null ? 'The work can be done remotely.' : '';
  return {
    role,
    candidates,
    invite: candidates.slice(0, count).map(({ id }) => id),
    subject: `Invitation: ${role}`,
    message: [
      'Hello {name},',
      '',
      `we are looking for a ${role} and your profile fits well. ${where}`.trim(),
      'Would you like to talk about it this week? A short answer to this mail is enough.',
      '',
      'Kind regards',
      'The hiring team',
    ].join('\n'),
  };
}

/** The followup: the shortlist is complete, choosing is optional, the default sends the proposed invitation. */
export function followupOf(
  invitation: Invitation,
  options: {
    expiresAt: string;
    seconds: number;
    explanation: string;
    upThought: UpThought | undefined;
    words?: CrewText;
  },
) {
  const invited = invitation.invite.map((id) => nameOf(invitation, id));
  const { words = en } = options;
  return {
    state: 'followup' as const,
    ask: words.whomToInvite(invitation.role),
    explanation: `${words.ranked(invitation.candidates.length, invited.length)} ${options.explanation}`,
    payload: invitation,
    upContext: invitationContext(invitation, words),
    upThought: {
      ...options.upThought,
      alternatives: invitation.candidates.map(({ id, name, reason, score }) => ({
        id,
        label: name,
        description: reason,
        confidence: score,
      })),
      questions: [words.whom],
    },
    expiresAt: options.expiresAt,
    defaultFeedback: {
      type: 'approve' as const,
      content: {
        reason: words.defaultReason(options.seconds, invited),
      },
    },
    severity: 'minor' as const,
    effect: words.mailsGo(invited.length, invited),
    waiting: ['email-tool'],
    upPrompt: {
      answers: {
        rank: {
          effect: words.firstGetMail(invited.length),
          takes: Math.max(1, invited.length),
        },
      },
    },
  };
}

/** The description of this agent's own form. */
export const invitationContext = (invitation: Invitation, words: CrewText = en): UpContext =>
  contextFromJsonSchema(titledIn(schemaOf(invitation), words));

function schemaOf({ role, candidates }: Invitation) {
  const field = (type: string | string[], title: string, description: string) => ({
    type,
    title,
    description,
    readOnly: true,
  });
  return {
    title: `Invitation: ${role}`,
    'x-concepts': ['schema:Person', 'schema:InviteAction'],
    type: 'object',
    required: ['invite', 'subject', 'message'],
    properties: {
      role: field('string', 'Role', 'name of the role people are wanted for'),
      candidates: {
        type: 'array',
        title: 'Candidates',
        description: 'ranked people, best first',
        readOnly: true,
        items: {
          type: 'object',
          properties: {
            id: field('string', 'Id', 'identifier of the freelancer in the pool'),
            name: field('string', 'Name', 'full name of the person'),
            email: {
              ...field('string', 'Email', 'contact address, an email address of the person'),
              format: 'email',
            },
            title: field('string', 'Title', 'what the person does'),
            city: field('string', 'City', 'where the person lives'),
            travelMinutes: field(
              ['number', 'null'],
              'Minutes',
              'minutes of travel to the place of work',
            ),
            rate: field('number', 'EUR/h', 'price of the person in EUR per hour'),
            availableFrom: field('string', 'Free from', 'first day the person is free'),
            score: field('number', 'Score', 'how well the person fits, 0 to 1'),
            reason: field('string', 'Why', 'why the person was proposed'),
          },
        },
      },
      invite: {
        type: 'array',
        title: 'Invite',
        description: 'who gets an invitation',
        minItems: 1,
        uniqueItems: true,
        items: {
          type: 'string',
          oneOf: candidates.map(({ id, name, city }) => ({ const: id, title: `${name}, ${city}` })),
        },
      },
      subject: {
        type: 'string',
        title: 'Subject',
        description: 'subject line of the invitation',
        minLength: 1,
        maxLength: 200,
      },
      message: {
        type: 'string',
        title: 'Message',
        description: 'text of the invitation, {name} stands for the name of the person',
        minLength: 1,
        maxLength: 20_000,
        format: 'multiline',
      },
    },
  };
}

const editedSchema = z.looseObject({
  invite: z.array(z.string()),
  subject: z.string().min(1).max(200),
  message: z.string().min(1).max(20_000),
});

/** The decision in an answer; otherwise what is wrong with it, as text. */
export function readChoice(
  feedback: UpFeedback,
  invitation: Invitation,
): Choice | { fault: string } {
  const { subject, message } = invitation;
  const known = new Set(invitation.candidates.map(({ id }) => id));
  switch (feedback.type) {
    case 'approve':
      return { kind: 'invite', ids: invitation.invite, subject, message };
    case 'reject':
      return { kind: 'nobody', reason: feedback.content?.reason ?? null };
    case 'rank': {
      const ids = feedback.content.order
        .filter((id) => known.has(id))
        .slice(0, invitation.invite.length);
      if (ids.length === 0) return { fault: 'The order names none of the candidates.' };
      return { kind: 'invite', ids, subject, message };
    }
    case 'edit': {
      const edited = editedSchema.safeParse(feedback.content.value);
      if (!edited.success)
        return { fault: 'The edited invitation lacks people, subject or message.' };
      const ids = [...new Set(edited.data.invite)];
      const stranger = ids.find((id) => !known.has(id));
      if (stranger !== undefined) return { fault: `${stranger} is not one of the candidates.` };
      if (ids.length === 0)
        return { fault: 'Choose at least one person, or reject to invite nobody.' };
      return { kind: 'invite', ids, subject: edited.data.subject, message: edited.data.message };
    }
    default:
      return { kind: 'again', instruction: feedback.content.text };
  }
}

export const nameOf = ({ candidates }: Invitation, id: string) =>
  candidates.find((candidate) => candidate.id === id)?.name ?? id;

/** Whichever was received first: the answer to the prompt, or an instruction. */
export type ReceivedReply =
  | { kind: 'answer'; feedback: UpFeedback }
  | { kind: 'instruction'; instruction: string };

/** Asks, and waits for instructions at the same time: an instruction withdraws the prompt. */
export async function askWhom(
  context: RunContext,
  followup: ReturnType<typeof followupOf>,
): Promise<ReceivedReply> {
  const asked = context.ask(followup);
  const listening = new AbortController();
  try {
    const received = await Promise.race([
      asked.then((answer): ReceivedReply => ({ kind: 'answer', feedback: feedbackOf(answer) })),
      context.instructions
        .next(listening.signal)
        .then(({ text }): ReceivedReply => ({ kind: 'instruction', instruction: text })),
    ]);
    if (received.kind === 'instruction') {
      await context.withdraw(
        asked.messageId,
        `The limits change: ${received.instruction}`,
        'submitted',
      );
    }
    return received;
  } finally {
    listening.abort();
  }
}
