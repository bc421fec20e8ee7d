import { contextFromJsonSchema } from '@countersign/upformat/context';
import type { UpContext } from '@countersign/upformat/message';
import { z } from 'zod';
import { countryNames, findCity } from '../freelancers/cities.ts';
import { skillLevelSchema } from '../freelancers/freelancer.ts';
import type { CrewText } from '../words/crew-text.ts';
import { titledIn } from '../words/titled.ts';
import { type Brief, remoteShareSchema, remoteShares } from './brief.ts';

const schema = {
  title: 'Requirements',
  'x-concepts': ['schema:JobPosting', 'schema:Place'],
  type: 'object',
  required: ['location', 'remote'],
  properties: {
    location: {
      type: 'object',
      title: 'Location',
      description: 'Where the person works when not remote',
      required: ['country', 'city'],
      properties: {
        country: {
          type: 'string',
          title: 'Country',
          description: 'Country of the place of work',
          oneOf: Object.entries(countryNames).map(([code, title]) => ({ const: code, title })),
        },
        city: {
          type: 'string',
          title: 'City',
          description: 'Town of the place of work',
          minLength: 1,
          maxLength: 80,
        },
        postalCode: {
          type: 'string',
          title: 'Postal code',
          description: 'Postal code of the place of work; five digits in Germany',
          pattern: '^[0-9A-Za-z][0-9A-Za-z -]{2,9}$',
        },
      },
    },
    remote: {
      type: 'string',
      title: 'Remote share',
      description: 'How many days a week are worked on site',
      oneOf: remoteShares.map(({ const: value, title }) => ({ const: value, title })),
    },
    startDate: {
      type: 'string',
      format: 'date',
      title: 'Start date',
      description: 'First day of work',
    },
    rate: {
      type: 'object',
      title: 'Rate',
      description: 'Price per hour before tax, in EUR',
      properties: {
        min: {
          type: 'number',
          title: 'From',
          description: 'Lower end of the rate in EUR',
          minimum: 20,
          maximum: 400,
        },
        max: {
          type: 'number',
          title: 'To',
          description: 'Upper end of the rate in EUR',
          minimum: 20,
          maximum: 400,
        },
        basis: {
          type: 'string',
          title: 'Basis',
          description: 'Unit of the rate, set by the agent',
          const: 'hour',
          readOnly: true,
        },
      },
    },
    skills: {
      type: 'array',
      title: 'Skills',
      description: 'What the person must know, most important first',
      minItems: 1,
      maxItems: 8,
      items: {
        type: 'object',
        required: ['name', 'level'],
        properties: {
          name: {
            type: 'string',
            title: 'Skill',
            description: 'Name of the skill',
            minLength: 1,
            maxLength: 60,
          },
          level: {
            type: 'string',
            title: 'Level',
            description: 'How well it must be known',
            enum: skillLevelSchema.options,
          },
          years: {
            type: 'integer',
            title: 'Years',
            description: 'Years of practice',
            minimum: 0,
            maximum: 40,
          },
        },
      },
    },
  },
} as const;

/** The form for missing parts of the brief, described for people and agents. */
export const briefFormContext = (words: CrewText): UpContext =>
  contextFromJsonSchema(titledIn(schema, words));

const answerSchema = z.looseObject({
  location: z
    .looseObject({ country: z.string(), city: z.string(), postalCode: z.string().optional() })
    .optional(),
  remote: remoteShareSchema.optional(),
  startDate: z.iso.date().optional(),
  rate: z.looseObject({ min: z.number().optional(), max: z.number().optional() }).optional(),
  skills: z
    .array(
      z.looseObject({
        name: z.string().min(1),
        level: skillLevelSchema,
        years: z.number().default(0),
      }),
    )
    .optional(),
});

/** The form, filled with the known parts of the brief. */
export function formOf(brief: Brief): Record<string, unknown> {
  const { location, remote, startDate, minRate, maxRate, skills } = brief;
  return {
    location:
      location === null
        ? { country: 'DE', city: '' }
        : {
            country: location.country,
            city: location.city,
            ...(location.postalCode === '' ? {} : { postalCode: location.postalCode }),
          },
    ...(remote === null ? {} : { remote }),
    ...(startDate === null ? {} : { startDate }),
    rate: {
      ...(minRate === null ? {} : { min: minRate }),
      ...(maxRate === null ? {} : { max: maxRate }),
      basis: 'hour',
    },
    skills,
  };
}

/** The brief with the answer applied, or what is wrong with the answer, as text for the person. */
export function readForm(value: unknown, brief: Brief): { brief: Brief } | { fault: string } {
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { fault: `${issue?.path.join('.') ?? 'The answer'}: ${issue?.message ?? 'not valid'}` };
  }
  const { location, remote = brief.remote, startDate, rate, skills } = parsed.data;
  const minRate = rate?.min ?? null;
  const maxRate = rate?.max ?? null;
  if (minRate !== null && maxRate !== null && maxRate < minRate) {
    return { fault: `The upper rate must be at least the lower, ${minRate}.` };
  }
  const cityName = location?.city.trim() ?? '';
  const city = findCity(cityName);
  if (cityName === '' && remote !== 'remote') return { fault: 'The city is still missing.' };
  if (cityName !== '' && !city) {
    return { fault: `I do not know a town called ${cityName}. Name a larger one nearby.` };
  }
  return {
    brief: {
      ...brief,
      remote,
      location: city
        ? { country: city.country, city: city.name, postalCode: location?.postalCode ?? '' }
        : null,
      startDate: startDate ?? null,
      minRate,
      maxRate,
      skills: skills?.map(({ name, level, years }) => ({ name, level, years })) ?? brief.skills,
    },
  };
}
