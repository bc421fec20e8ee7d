import { z } from 'zod';

/**
 * A `registrant` is a program: it keeps its services registered and searches for others, and may do nothing else. An `auditor` reads
 * everything, also the audit and what is set, and changes nothing.
 */
export const operatorRoleSchema = z.enum(['registrant', 'viewer', 'auditor', 'operator', 'admin']);
export type OperatorRole = z.infer<typeof operatorRoleSchema>;

/** The operator of the server's own token: always exists, and cannot be changed or removed. */
export const administratorId = 'admin';

/** The registrant of the server's setting: neither can be changed or removed. */
export const registrantId = 'registrant';

/** A person who answers. `id` is short and unique, `name` is shown. */
export const operatorSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: operatorRoleSchema,
  /** The groups that prompts can be escalated to. */
  groups: z.array(z.string()),
  /** When the token ends, epoch ms; absent = it does not. */
  tokenEndsAt: z.number().optional(),
});
export type Operator = z.infer<typeof operatorSchema>;

/** Body of `POST /api/operators`. */
export const createOperatorSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/),
  name: z.string().min(1).max(120),
  role: operatorRoleSchema,
  groups: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9._-]{0,39}$/))
    .max(20)
    .default([]),
  /** When the token is to end, epoch ms; absent = it does not. */
  tokenEndsAt: z.number().int().positive().optional(),
});
/** Body of `PATCH /api/operators/{id}`. */
export const changeOperatorSchema = createOperatorSchema
  .omit({ id: true, tokenEndsAt: true })
  .partial();
export type ChangeOperator = z.infer<typeof changeOperatorSchema>;
/** Answer of `POST /api/operators`: the token is shown once. */
export const createdOperatorSchema = operatorSchema.extend({ token: z.string() });
