import { isObject, type JsonObject } from '@countersign/json/json-object';
import { type Unread, upMessageSchema, upPromptSchema } from '../message.ts';
import { earlierSpellings } from '../up-prompt.ts';
import { type Read, readLoosely, unreadOf } from './read-loosely.ts';
import { tidyContext } from './tidy-context.ts';
import { tidyFeedback, tidyPromptMember } from './tidy-prompt.ts';
import { tidyThought } from './tidy-thought.ts';

/** Identifies a message between agent and server; required. */
export const coordination = upMessageSchema.pick({
  messageId: true,
  threadId: true,
  timestamp: true,
  state: true,
});

/** How an optional member is read: normalised, then checked against its schema. */
interface Reader {
  schema: Parameters<typeof readLoosely>[0];
  tidy?: (value: unknown, path: string, note: (unread: Unread) => void) => unknown;
}

const whenObject =
  (change: (value: JsonObject, path: string, note: (unread: Unread) => void) => JsonObject) =>
  (value: unknown, path: string, note: (unread: Unread) => void): unknown =>
    isObject(value) ? change(value, path, note) : value;

const { shape } = upMessageSchema;
const promptShape: Readonly<Record<string, Reader['schema']>> = upPromptSchema.shape;

const readers: Readonly<Record<string, Reader>> = {
  parentMessageId: { schema: shape.parentMessageId },
  payload: { schema: shape.payload },
  explanation: { schema: shape.explanation },
  agentId: { schema: shape.agentId },
  upThought: { schema: shape.upThought, tidy: whenObject(tidyThought) },
  upFeedback: { schema: shape.upFeedback, tidy: tidyFeedback },
  upContext: { schema: shape.upContext, tidy: whenObject(tidyContext) },
  upPrompt: {
    schema: shape.upPrompt,
    tidy: whenObject((value, path, note) =>
      Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          tidyPromptMember(name, member, `${path}/${name}`, note),
        ]),
      ),
    ),
  },
  ...Object.fromEntries(
    Object.entries(earlierSpellings).flatMap(([name, spelling]): [string, Reader][] => {
      const schema = promptShape[name];
      if (schema === undefined) return [];
      return [
        [
          spelling,
          { schema, tidy: (value, path, note) => tidyPromptMember(name, value, path, note) },
        ],
      ];
    }),
  ),
};

/** Members that only our reader sets, never the sender. */
const ours = {
  unread: 'This name is kept for what a reader could not read.',
  barePayload: 'This name is kept for how a reader has read the payload.',
  loadedSchema: 'This name is kept for a schema that a person has had loaded.',
};

/** The members besides the coordination layer: each is read on its own, and unreadable ones are kept as received. */
export function readMembers(value: JsonObject): { members: JsonObject; unread: Unread[] } {
  const unread: Unread[] = [];
  const members: JsonObject = { ...value };
  for (const [name, problem] of Object.entries(ours)) {
    if (value[name] !== undefined && value[name] !== null)
      unread.push({ path: `/${name}`, problem, value: value[name] });
    delete members[name];
  }
  liftContext(members, unread);
  for (const [name, reader] of Object.entries(readers)) {
    if (!Object.hasOwn(members, name)) continue;
    const read = readMember(name, members[name], { reader, unread });
    if (read.ok && read.value !== undefined) members[name] = read.value;
    else delete members[name];
  }
  return { members, unread };
}

function readMember(
  name: string,
  value: unknown,
  { reader, unread }: { reader: Reader; unread: Unread[] },
): Read {
  if (value === null || value === undefined) return { ok: true, value: undefined };
  const notes: Unread[] = [];
  const tidy = reader.tidy?.(value, `/${name}`, (note) => notes.push(note)) ?? value;
  const read = readLoosely(reader.schema, tidy, { path: [name], unread: notes });
  unread.push(...(read.ok ? notes : [unreadOf(reader.schema, value, [name])]));
  return read;
}

/** A description inside the payload counts like one next to it, which takes precedence for each member. */
function liftContext(members: JsonObject, unread: Unread[]): void {
  const { payload, upContext } = members;
  if (!isObject(payload) || !isObject(payload['upContext'])) return;
  if (upContext !== undefined && upContext !== null && !isObject(upContext)) return;
  const { upContext: inside, ...rest } = payload;
  if (!isObject(inside)) return;
  const beside = Object.fromEntries(
    Object.entries(upContext ?? {}).filter(([, member]) => member !== null),
  );
  for (const [name, member] of Object.entries(inside)) {
    if (!Object.hasOwn(beside, name)) continue;
    const problem = 'The member of upContext beside the payload counts.';
    unread.push({ path: `/payload/upContext/${name}`, problem, value: member });
  }
  members['payload'] = rest;
  members['upContext'] = { ...inside, ...beside };
}
