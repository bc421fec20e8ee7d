import { feedbackRequestSchema } from '@countersign/agent/runs/run-feedback';
import {
  agentFactSchema,
  anomalyFactSchema,
  claimFactSchema,
  controlFactSchema,
  decisionFactSchema,
  promptFactSchema,
  queuedFactSchema,
} from '@countersign/api/fact';
import {
  agentDescriptorSchema,
  controlActionSchema,
  controlConfirmationSchema,
  controlReplySchema,
  controlRequestSchema,
  declaredToolSchema,
  runControlStatusSchema,
} from '@countersign/hai/agent-descriptor';

export { breachRules } from '@countersign/hai/breach';

import { envelopeSchema } from '@countersign/hai/envelope';
import { customName, eventSchema, messageSchema, roleSchema } from '@countersign/hai/event';
import { runAgentInputSchema, toolSchema } from '@countersign/hai/run-input';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import {
  checkFaultSchema,
  checkRequestSchema,
  figureSchema,
} from '@countersign/upformat/edit-check';
import {
  alternativeSchema,
  answerButtonSchema,
  attachedSchema,
  endedSchema,
  feedbackTypeSchema,
  loadedSchemaSchema,
  prioritySchema,
  questionSchema,
  severitySchema,
  stateSchema,
  unreadSchema,
  upContextSchema,
  upFeedbackSchema,
  upMessageSchema,
  upPromptSchema,
  upThoughtSchema,
} from '@countersign/upformat/message';
import { z } from 'zod';

/** What an agent replies to a check of an edit; readers accept more. */
const checkReplySchema = z.looseObject({
  faults: z
    .array(
      z.looseObject({
        path: checkFaultSchema.shape.path.optional(),
        message: checkFaultSchema.shape.message.max(500),
        severity: checkFaultSchema.shape.severity.optional(),
      }),
    )
    .max(100)
    .optional(),
  outputs: z.array(figureSchema).max(6).optional(),
});

/** The object behind optional, list and union wrappers. */
function objectIn(schema: z.core.$ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional) return objectIn(schema.unwrap());
  if (schema instanceof z.ZodArray) return objectIn(schema.element);
  if (schema instanceof z.ZodUnion) {
    const found = schema.options.find((option) => !(option instanceof z.ZodString));
    if (found !== undefined) return objectIn(found);
  }
  throw new Error('There is no object in this schema.');
}

/** The content of one kind of feedback. */
export const contentOf = (type: string): z.ZodObject => {
  const option = upFeedbackSchema.options.find(({ shape }) => shape.type.value === type);
  if (option === undefined) throw new Error(`There is no feedback ${type}.`);
  return objectIn(option.shape.content);
};
const approval = upFeedbackSchema.options[0];

/** The objects whose members the pages list, by the name in the comment before the table. */
export const objects: Readonly<Record<string, z.ZodObject>> = {
  upMessage: upMessageSchema,
  upPrompt: upPromptSchema,
  answerButton: answerButtonSchema,
  extension: objectIn(upPromptSchema.shape.extension),
  check: objectIn(upPromptSchema.shape.check),
  upThought: upThoughtSchema,
  question: objectIn(questionSchema),
  alternative: objectIn(alternativeSchema),
  upContext: upContextSchema,
  loadedSchema: loadedSchemaSchema,
  unread: unreadSchema,
  upFeedback: approval,
  reasonContent: contentOf('reject'),
  editContent: contentOf('edit'),
  rankContent: contentOf('rank'),
  textContent: contentOf('comment'),
  annotation: objectIn(contentOf('comment').shape['annotations'] as z.ZodType),
  attached: attachedSchema,
  target: objectIn(approval.shape.target),
  feedbackRequest: feedbackRequestSchema,
  checkRequest: checkRequestSchema,
  checkReply: checkReplySchema,
  checkFault: objectIn(checkReplySchema.shape.faults),
  runInput: runAgentInputSchema,
  message: messageSchema,
  tool: toolSchema,
  agentDescriptor: agentDescriptorSchema,
  declaredTool: declaredToolSchema,
  controlRequest: controlRequestSchema,
  controlReply: controlReplySchema,
  controlConfirmation: controlConfirmationSchema,
  envelope: envelopeSchema,
};

/** The fixed values that the pages list, by the name in the comment before the table. */
export const values: Readonly<Record<string, readonly string[]>> = {
  state: stateSchema.options,
  ended: endedSchema.options,
  severity: severitySchema.options,
  priority: prioritySchema.options,
  feedbackType: feedbackTypeSchema.options,
  role: roleSchema.options,
  controlAction: controlActionSchema.options,
  runStatus: runControlStatusSchema.options,
  anomaly: anomalyFactSchema.shape.kind.options,
};

/** The values of `change` of each fact, by the name of its event. */
export const facts: Readonly<Record<string, readonly string[]>> = {
  [customName.prompt]: promptFactSchema.shape.change.options,
  [customName.decision]: decisionFactSchema.shape.change.options,
  [customName.words]: queuedFactSchema.shape.change.options,
  [customName.claim]: claimFactSchema.shape.change.options,
  [customName.serverControl]: controlFactSchema.shape.change.options,
  [customName.agent]: agentFactSchema.shape.change.options,
};

/** Members of an object and whether a sender must give them. */
export function membersOf(schema: z.ZodObject): Map<string, boolean> {
  const { required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Map(Object.keys(schema.shape).map((name) => [name, required.includes(name)]));
}

/** Members of every event; the tables of the events leave them out. */
export const baseMembers = ['timestamp', 'rawEvent', 'metadata'] as const;

/** The members of each event, without the common ones. */
export const events: ReadonlyMap<string, Map<string, boolean>> = new Map(
  eventSchema.options.map((option) => {
    const members = membersOf(option);
    for (const name of ['type', ...baseMembers]) members.delete(name);
    return [option.shape.type.value, members];
  }),
);

export const published: Readonly<Record<string, { schema: z.ZodType; title: string }>> = {
  'up-message': { schema: upMessageSchema, title: 'An UpFormat message' },
  'up-feedback': { schema: upFeedbackSchema, title: 'The feedback of a person' },
  event: { schema: eventSchema, title: 'One event of the stream of an agent' },
  'run-input': { schema: runAgentInputSchema, title: 'The body of the request that starts a run' },
  'agent-descriptor': { schema: agentDescriptorSchema, title: 'The descriptor of an agent' },
  'control-request': { schema: controlRequestSchema, title: 'Control of a run' },
  'control-reply': { schema: controlReplySchema, title: 'The reply to a control' },
  'control-confirmation': {
    schema: controlConfirmationSchema,
    title: 'The confirmation of a control in the stream',
  },
  'feedback-request': { schema: feedbackRequestSchema, title: 'The delivery of an answer' },
  'check-request': { schema: checkRequestSchema, title: 'The check of an edit' },
  'check-reply': { schema: checkReplySchema, title: 'The reply to the check of an edit' },
  envelope: { schema: envelopeSchema, title: 'One journalled event in the stream of the server' },
};

const idOf = (name: string) => `https://countersign.dev/protocol/1/${name}.json`;

/** A date-time with a zone, for validators that do not check formats. */
const dateTime = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$';

/**
 * The JSON Schemas, by file name: each stands alone, with what it shares with others under `$defs`. The members are described in
 * the words of the tables.
 */
export function jsonSchemas(tables: readonly Table[]): Map<string, JsonObject> {
  const shared = z.registry<{ id: string }>();
  const parts: [z.ZodType, string][] = [
    [upMessageSchema, 'UpMessage'],
    [upFeedbackSchema, 'UpFeedback'],
    [eventSchema, 'Event'],
    [messageSchema, 'Message'],
    [figureSchema, 'Output'],
  ];
  for (const [schema, id] of parts) shared.add(schema, { id });
  const described = new Map<z.core.$ZodType, Map<string, string>>(
    tables.flatMap(({ kind, name, rows }) => {
      const schema = kind === 'members' ? objects[name] : undefined;
      if (schema === undefined) return [];
      return [
        [
          schema,
          new Map(rows.map((cells) => [namesIn(cells[0] ?? '')[0] ?? '', plain(cells[3] ?? '')])),
        ],
      ];
    }),
  );
  return new Map(
    Object.entries(published).map(([name, { schema, title }]) => {
      const written = z.toJSONSchema(schema, {
        io: 'input',
        metadata: shared,
        override({ zodSchema, jsonSchema }) {
          if (jsonSchema.format === 'date-time') jsonSchema.pattern = dateTime;
          for (const [member, words] of described.get(zodSchema) ?? []) {
            const property = jsonSchema.properties?.[member];
            if (typeof property === 'object' && words !== '') property.description = words;
          }
        },
      });
      const { $schema, ...rest } = asJson(written);
      return [`${name}.json`, { $schema, $id: idOf(name), title, ...rest }];
    }),
  );
}

/** A cell without its marks. */
const plain = (cell: string): string =>
  cell
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim();

function asJson(schema: unknown): JsonObject {
  const value: unknown = JSON.parse(JSON.stringify(schema));
  return isObject(value) ? value : {};
}

/** One table of a page: its kind and name in the comment before it, and its rows as cells. */
export interface Table {
  kind: string;
  name: string;
  rows: string[][];
}

const comment = /^<!-- ([a-z]+)(?:: (\w+))? -->$/;

/** The marked tables of a page. */
export function tablesIn(page: string): Table[] {
  const tables: Table[] = [];
  const lines = page.split('\n');
  for (const [index, line] of lines.entries()) {
    const [, kind, name = ''] = comment.exec(line) ?? [];
    if (kind === undefined) continue;
    const from = lines.findIndex((next, at) => at > index && next.startsWith('|'));
    const length = lines.slice(from).findIndex((next) => !next.startsWith('|'));
    const body = lines.slice(from + 2, length === -1 ? undefined : from + length);
    tables.push({ kind, name, rows: body.map(cellsOf) });
  }
  return tables;
}

/** All marked tables of the specification. */
export const pages = [
  'README',
  'message',
  'answers',
  'events',
  'control',
  'checks',
  'transcript',
  'server-stream',
  'other-questions',
];

export const folder = 'docs/protocol';

const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** The names in code type of a cell. */
export const namesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
