import { z } from 'zod';
import { operatorRoleSchema } from '../operator.ts';

const groupIdSchema = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/);

const nameSchema = z.string().trim().min(1).max(120);
/** As the identity provider writes it: a name, or an id that only a machine reads. */
const claimSchema = z.string().trim().min(1).max(200).nullable();
const roleSchema = operatorRoleSchema.exclude(['registrant']).nullable();
const membersSchema = z.array(z.string()).max(500);

/** A group of people: questions are escalated to it, and policy says what it decides. */
export const groupSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** How the identity provider names it; null = its members are set here only. */
  claim: z.string().nullable(),
  /** What its members may do when they sign in at the provider; null = the group gives no role. */
  role: operatorRoleSchema.nullable(),
  members: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Group = z.infer<typeof groupSchema>;

/** Body of `POST /api/groups`. */
export const createGroupSchema = z.strictObject({
  id: groupIdSchema,
  name: nameSchema,
  claim: claimSchema.default(null),
  role: roleSchema.default(null),
  members: membersSchema.default([]),
});

/** Body of `PATCH /api/groups/{id}`. Members are added and removed one by one, so that two administrators do not undo each other. */
export const changeGroupSchema = z.strictObject({
  name: nameSchema.optional(),
  claim: claimSchema.optional(),
  role: roleSchema.optional(),
  add: membersSchema.optional(),
  remove: membersSchema.optional(),
});
export type ChangeGroup = z.infer<typeof changeGroupSchema>;
