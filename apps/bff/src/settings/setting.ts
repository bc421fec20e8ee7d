import { z } from 'zod';

/** What the documentation says about a setting. */
interface SettingNotes {
  /** The values it takes, in words. */
  values: string;
  /** What holds without it. */
  fallback: string;
  meaning: string;
}

type Notes = Pick<SettingNotes, 'meaning'> & Partial<SettingNotes>;
const noted = <Schema extends z.ZodType>(schema: Schema, notes: SettingNotes): Schema =>
  schema.meta({ ...notes });

/** A whole number; the message names both limits. */
export const wholeNumber = (
  { least = 0, most, fallback }: { least?: number; most: number; fallback: number },
  meaning: string,
) =>
  noted(
    z
      .string()
      .transform((text, context) => {
        const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
        if (value >= least && value <= most) return value;
        const message = `"${text}" is not a whole number from ${least} to ${most}. Write it in digits, or unset it for ${fallback}.`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      })
      .prefault(String(fallback)),
    { values: `${grouped(least)} to ${grouped(most)}`, fallback: grouped(fallback), meaning },
  );

/** One of some words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  fallback: Words[number],
  meaning: string,
) =>
  noted(
    z
      .enum(words, {
        error: ({ input }) =>
          `"${String(input)}" is none of ${words.join(', ')}. Write one of them.`,
      })
      .prefault(fallback),
    { values: words.map((word) => `\`${word}\``).join(', '), fallback: `\`${fallback}\``, meaning },
  );

/** Text with a default. */
export const textOr = (fallback: string, notes: Notes) =>
  noted(z.string().default(fallback), {
    values: 'text',
    fallback: fallback === '' ? '–' : `\`${fallback}\``,
    ...notes,
  });

/** Text that may be absent. `objection` returns what is wrong with it, without repeating secrets. */
export const optionalText = (
  notes: Notes,
  objection: (text: string) => string | null = () => null,
) =>
  noted(
    z
      .string()
      .superRefine((text, context) => {
        const message = objection(text);
        if (message !== null) context.addIssue({ code: 'custom', message });
      })
      .optional(),
    { values: 'text', fallback: '–', ...notes },
  );

const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');
