import { z } from 'zod';

/** A sentence as data, beside its English text: its code, and in `params` what it inserts. Read it with `readStatement`. */
export const statementSchema = z.looseObject({ code: z.string() });
