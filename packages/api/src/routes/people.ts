import { z } from 'zod';
import { changeGroupSchema, createGroupSchema, groupSchema } from '../people/group.ts';
import {
  createPasskeySchema,
  passkeyAnswerSchema,
  passkeyChallengeSchema,
  passkeyListSchema,
  passkeyProofSchema,
  passkeySchema,
  stepUpSchema,
} from '../people/passkey.ts';
import { openSessionSchema, signInOfferSchema } from '../people/session.ts';
import type { RouteTable } from './route.ts';

/** The people who answer, and the groups they are in. */
export const peopleRoutes = {
  'GET /api/groups': {
    summary: 'All groups of people, with their members',
    answers: { 200: z.object({ items: z.array(groupSchema), nextCursor: z.null() }) },
    problems: [],
  },
  'POST /api/groups': {
    summary: 'Add a group',
    role: 'admin',
    body: createGroupSchema,
    answers: { 201: groupSchema },
    problems: ['group-exists'],
  },
  'PATCH /api/groups/:id': {
    summary: 'Change a group, add and remove members; applies to open sessions at once',
    role: 'admin',
    body: changeGroupSchema,
    answers: { 200: groupSchema },
    problems: ['not-found'],
  },
  'DELETE /api/groups/:id': {
    summary: 'Remove a group: nobody is in it any more',
    role: 'admin',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'GET /api/open-sessions': {
    summary: 'Open sessions: your own, or all of them for administrators and auditors',
    query: z.object({ whose: z.enum(['own', 'all']).default('own') }),
    answers: { 200: z.object({ items: z.array(openSessionSchema), nextCursor: z.null() }) },
    problems: [],
  },
  'DELETE /api/open-sessions/:id': {
    summary: 'End a session and its streams: your own, or any for administrators',
    role: 'viewer',
    answers: { 204: z.null() },
    problems: ['not-found'],
  },
  'GET /api/passkeys': {
    summary: 'Your own passkeys',
    answers: { 200: passkeyListSchema },
    problems: [],
  },
  'POST /api/passkeys/registration': {
    summary:
      'Begin to add a passkey; it needs an older one, your token, or the code of an administrator',
    role: 'viewer',
    body: passkeyProofSchema,
    answers: { 201: passkeyChallengeSchema },
    problems: ['passkey-host', 'passkey-refused'],
  },
  'POST /api/passkeys/confirmation': {
    summary: 'Ask for a passkey of yours, as the proof for adding or removing one',
    role: 'viewer',
    answers: { 201: passkeyChallengeSchema },
    problems: ['passkey-host'],
  },
  'POST /api/passkeys': {
    summary: 'Add the passkey that the browser has made',
    role: 'viewer',
    body: createPasskeySchema,
    answers: { 201: passkeySchema },
    problems: ['passkey-refused'],
  },
  'POST /api/passkeys/:id/removal': {
    summary: 'Remove a passkey of yours, with the same proof as adding one',
    role: 'viewer',
    body: passkeyProofSchema,
    answers: { 204: z.null() },
    problems: ['not-found', 'passkey-refused'],
  },
  'POST /api/operators/:id/passkey-code': {
    summary: 'A code, shown once, with which this operator adds a passkey within a day',
    role: 'admin',
    answers: { 201: z.object({ code: z.string() }) },
    problems: ['not-found'],
  },
  'POST /api/passkeys/sign-in': {
    summary: 'Ask for a passkey to sign in with; the answer goes to `POST /api/session`',
    role: 'none',
    answers: { 201: passkeyChallengeSchema },
    problems: ['passkey-host'],
  },
  'POST /api/step-ups': {
    summary: 'Ask a passkey to sign exactly this answer to exactly this question',
    role: 'operator',
    body: stepUpSchema,
    answers: { 201: passkeyChallengeSchema },
    problems: ['passkey-host'],
  },
  'POST /api/step-ups/confirmation': {
    summary: 'What the passkey signed; the answer can be sent within two minutes',
    role: 'operator',
    body: passkeyAnswerSchema,
    answers: { 204: z.null() },
    problems: ['passkey-refused'],
  },
  'GET /api/sign-in': {
    summary: 'How one can sign in',
    role: 'none',
    answers: { 200: signInOfferSchema },
    problems: [],
  },
  'POST /api/sign-in/provider': {
    summary: 'Begin to sign in at the identity provider: the browser goes to `url`',
    role: 'none',
    answers: { 200: z.object({ url: z.string() }) },
    problems: ['not-found', 'provider-away'],
  },
} satisfies RouteTable;
