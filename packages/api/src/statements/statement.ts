import { z } from 'zod';

/** A sentence as data, in addition to its English text: a code and parameters. Read it with `readStatement`. */
export const statementSchema = z.looseObject({ code: z.string() });
