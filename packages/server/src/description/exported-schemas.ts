import * as affordanceCall from '@countersign/api/affordance-call';
import * as agent from '@countersign/api/agent';
import * as agentCard from '@countersign/api/agents/agent-card';
import * as agentTest from '@countersign/api/agents/agent-test';
import * as door from '@countersign/api/agents/door';
import * as library from '@countersign/api/agents/library';
import * as program from '@countersign/api/agents/program';
import * as protocol from '@countersign/api/agents/protocol';
import * as attachment from '@countersign/api/attachment';
import * as bulk from '@countersign/api/bulk';
import * as environment from '@countersign/api/environment';
import * as gateway from '@countersign/api/gateway';
import * as knowledgeExchange from '@countersign/api/knowledge-exchange';
import * as knowledgeMemory from '@countersign/api/knowledge-memory';
import * as knowledgeSharing from '@countersign/api/knowledge-sharing';
import * as operator from '@countersign/api/operator';
import * as origin from '@countersign/api/origin';
import * as group from '@countersign/api/people/group';
import * as passkey from '@countersign/api/people/passkey';
import * as openSession from '@countersign/api/people/session';
import * as demand from '@countersign/api/policy/demand';
import * as signal from '@countersign/api/policy/signal';
import * as table from '@countersign/api/policy/table';
import * as problem from '@countersign/api/problem';
import * as prompt from '@countersign/api/prompt';
import * as editCheck from '@countersign/api/prompts/edit-check';
import * as history from '@countersign/api/prompts/history';
import * as presence from '@countersign/api/prompts/presence';
import * as question from '@countersign/api/prompts/question';
import * as queue from '@countersign/api/prompts/queue';
import * as view from '@countersign/api/prompts/view';
import * as registry from '@countersign/api/registry';
import * as rule from '@countersign/api/rule';
import * as activity from '@countersign/api/settings/activity';
import * as policy from '@countersign/api/settings/policy';
import * as session from '@countersign/api/settings/session';
import * as statement from '@countersign/api/statements/statement';
import * as storeState from '@countersign/api/store-state';
import * as task from '@countersign/api/task';
import * as webhook from '@countersign/api/webhook';
import * as agentDescriptor from '@countersign/hai/agent-descriptor';
import * as message from '@countersign/upformat/message';
import { z } from 'zod';

const ofApi = [
  ...[affordanceCall, agent, agentCard, agentTest, library, protocol, attachment, bulk],
  ...[environment, gateway, knowledgeExchange, knowledgeMemory, knowledgeSharing, operator, origin],
  ...[problem, program, prompt, editCheck, history, presence, question, queue, view, registry],
  ...[group, passkey, openSession, door, demand, signal, table],
  ...[rule, activity, policy, session, statement, storeState, task, webhook],
];
/** Their names yield to those of the interface. */
const ofFormats: readonly [prefix: string, module: object][] = [
  ['Hai', agentDescriptor],
  ['Up', message],
];

/** What gets a name: objects of known members, and choices. Anything else is described where it is used. */
export const isNameable = (schema: z.core.$ZodType): boolean =>
  ['object', 'union', 'enum'].includes(schema._zod.def.type);

export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function* schemasIn(module: object): Iterable<[name: string, schema: z.core.$ZodType]> {
  for (const [exported, value] of Object.entries(module)) {
    if (!exported.endsWith('Schema') || !(value instanceof z.ZodType)) continue;
    const schema = value instanceof z.ZodOptional ? value.unwrap() : value;
    if (isNameable(schema)) yield [capitalized(exported.slice(0, -'Schema'.length)), schema];
  }
}

/** The exported schemas of the interface, by the name under which it exports them: `taskSchema` is `Task`. */
export function exportedSchemas(): Map<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>();
  const taken = new Set<string>();
  const add = (schema: z.core.$ZodType, name: string) => {
    if (names.has(schema)) return;
    // INVARIANT: a name has one schema (documents.test.ts reads the description, which would not be made).
    if (taken.has(name)) throw new Error(`Two schemas have the name ${name}.`);
    taken.add(name);
    names.set(schema, name);
  };
  for (const module of ofApi) for (const [name, schema] of schemasIn(module)) add(schema, name);
  for (const [prefix, module] of ofFormats) {
    for (const [name, schema] of schemasIn(module)) {
      add(schema, taken.has(name) ? `${prefix}${name}` : name);
    }
  }
  return names;
}
