import { contextFromZod } from '@countersign/upformat/context';
import { z } from 'zod';

/** The input of the Email Tool. Its field names are its own: other agents map to them by their descriptions. */
export const mailOrderSchema = z
  .object({
    recipients: z
      .array(
        z.object({
          address: z.email().describe('email address of the person the mail goes to'),
          displayName: z.string().min(1).describe('full name of the person'),
        }),
      )
      .min(1)
      .max(20)
      .describe('people who get the mail'),
    subjectLine: z.string().min(1).max(200).describe('subject line of the mail'),
    bodyText: z
      .string()
      .min(1)
      .max(20_000)
      .describe('text of the mail, {name} stands for the name of the person'),
  })
  .meta({ title: 'Mail order', 'x-concepts': ['schema:EmailMessage'] });
export type MailOrder = z.infer<typeof mailOrderSchema>;

export const mailOrderContext = contextFromZod(mailOrderSchema);
