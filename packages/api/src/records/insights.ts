import { feedbackTypeSchema, severitySchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { pageOf } from '../shapes/page.ts';

const count = z.number().int().nonnegative();
const moment = z.coerce.number().int().nonnegative().max(8_640_000_000_000_000);

/** The longest period of one request, ms: a year and a day. */
export const longestPeriodMs = 366 * 86_400_000;

const scope = {
  /** Epoch ms; questions that were asked from then on. */
  from: moment,
  /** Epoch ms, exclusive. */
  to: moment,
  /** The connection that asked. */
  agent: z.string().min(1).max(200).optional(),
  /** Only what this person has decided. */
  person: z.string().min(1).max(200).optional(),
};

const isPeriod = ({ from, to }: { from: number; to: number }) =>
  to > from && to - from <= longestPeriodMs;

/** Which questions figures are about. */
export const insightsQuerySchema = z.strictObject(scope);
export type InsightsQuery = z.infer<typeof insightsQuerySchema>;

/** Whether a period can be asked for: it ends after it begins, and is a year at most. */
export const isInsightsPeriod = isPeriod;

/** Who decided a question. `nobody`: it is open, or has ended without an answer. */
export const decidedBySchema = z.enum(['person', 'policy', 'default', 'nobody']);

/** How many questions of a source ended how. All are counts of `asked`. */
export const sourceFiguresSchema = z.object({
  agentId: z.string(),
  /** Empty = the question is about no tool. */
  tool: z.string(),
  asked: count,
  approved: count,
  /** Of `approved`: by a person who had it on screen for less than `unreadMs`. */
  unread: count,
  edited: count,
  rejected: count,
  /** Ranked, or answered in words. */
  other: count,
  /** By policy: whatever the answer. */
  byPolicy: count,
  /** By the default: whatever the answer. */
  byDefault: count,
  /** Of `byDefault`: nobody had it open. */
  unseen: count,
  /** Ended without an answer. */
  unanswered: count,
  /** Until the answer of a person; nearest rank, to two digits downwards. Null = no person has answered. */
  p50Ms: count.nullable(),
  p95Ms: count.nullable(),
  /** An approved question, to make a rule from; null = there is none. */
  example: z.string().nullable(),
});
export type SourceFigures = z.infer<typeof sourceFiguresSchema>;

/** At a stated confidence: how often a person left the proposal as it was. */
export const confidenceFiguresSchema = z.object({
  /** The bin is from `at` to less than `at + 0.1`; the last one includes 1. */
  at: z.number(),
  n: count,
  left: count,
  /** Wilson interval of `left / n` at 95 %. */
  low: z.number(),
  high: z.number(),
});

/** What would be worth a change, with the figures that it rests on. */
export const proposalSchema = z.object({
  kind: z.enum(['answer-by-itself', 'teach', 'confidence', 'unread', 'unseen-default', 'noisy']),
  agentId: z.string().nullable(),
  tool: z.string(),
  /** `part` of `of` questions. */
  part: count,
  of: count,
  /** The field that is edited most, or the confidence from which proposals are left as they are. */
  detail: z.string().nullable(),
  example: z.string().nullable(),
});
export type Proposal = z.infer<typeof proposalSchema>;

/** The figures of a period. All counts are of questions that were asked in it. */
export const insightsSchema = z.object({
  asked: count,
  open: count,
  by: z.record(decidedBySchema, count),
  answers: z.object({
    approved: count,
    unread: count,
    edited: count,
    rejected: count,
    other: count,
    unseen: count,
  }),
  /** Until the answer of a person. */
  time: z.object({
    answered: count,
    p50Ms: count.nullable(),
    p95Ms: count.nullable(),
    /** `upToMs`: exclusive; null = the rest. */
    histogram: z.array(z.object({ upToMs: z.number().nullable(), n: count })),
  }),
  /** Most asked first; at most 200, the others are summed in `others`. */
  sources: z.array(sourceFiguresSchema),
  others: count,
  confidence: z.array(confidenceFiguresSchema),
  /** Questions asked in each step, as a rate per ten minutes; steps without questions are left out. */
  load: z.object({
    stepMs: z.number(),
    points: z.array(z.object({ at: z.number(), asked: count, blocking: count })),
  }),
  fields: z.array(z.object({ agentId: z.string(), field: z.string(), n: count })),
  people: z.array(z.object({ id: z.string(), name: z.string(), n: count })),
  proposals: z.array(proposalSchema),
});
export type Insights = z.infer<typeof insightsSchema>;

/** An approval whose question was on screen for less than this is counted as unread, ms. */
export const unreadMs = 2_000;

/** How a question ended, as figures count it. */
export const figureKinds = [
  'approved',
  'unread',
  'edited',
  'rejected',
  'other',
  'byPolicy',
  'byDefault',
  'unseen',
  'unanswered',
  'open',
] as const;

/** The questions behind a figure. */
export const countedQuerySchema = z.strictObject({
  ...scope,
  kind: z.enum(figureKinds).optional(),
  tool: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
});
export type CountedQuery = z.infer<typeof countedQuerySchema>;

export const countedQuestionSchema = z.object({
  promptId: z.string(),
  taskId: z.string().nullable(),
  agentId: z.string(),
  tool: z.string(),
  /** Null = the question itself is no longer kept. */
  ask: z.string().nullable(),
  severity: severitySchema,
  confidence: z.number().nullable(),
  askedAt: z.number(),
  endedAt: z.number().nullable(),
  by: decidedBySchema,
  byName: z.string().nullable(),
  answer: feedbackTypeSchema.nullable(),
  /** How long the person who decided had it on screen; null = not known. */
  visibleMs: z.number().nullable(),
});
export type CountedQuestion = z.infer<typeof countedQuestionSchema>;
export const countedPageSchema = pageOf(countedQuestionSchema);
export type CountedPage = z.infer<typeof countedPageSchema>;
