import { z } from 'zod';

/** Attachments of one request, the characters of a text, and those of a file in Base64: the body of a request is limited too. */
export const attachmentLimits = { count: 10, textChars: 200_000, dataChars: 1_000_000 } as const;

const name = z.string().trim().min(1).max(200);

/** What an operator gives an agent along with a request. */
export const attachmentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    name,
    text: z.string().min(1).max(attachmentLimits.textChars),
  }),
  /** A picture, a sound, or any other file that is not text. */
  z.object({
    kind: z.literal('file'),
    name,
    mediaType: z
      .string()
      .max(200)
      .regex(/^[\w.+-]+\/[\w.+-]+$/),
    data: z.base64().min(1).max(attachmentLimits.dataChars),
  }),
  /** The result of another task: what its agent said last. */
  z.object({ kind: z.literal('result'), taskId: z.string().min(1).max(200) }),
]);
export type Attachment = z.infer<typeof attachmentSchema>;
