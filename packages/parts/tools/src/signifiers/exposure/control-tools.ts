import { readArguments } from '@countersign/adapters/mcp-client/tool-arguments';
import type { JsonObject } from '@countersign/json/json-object';
import { z } from 'zod';

const profileField = z.string().min(1).max(100).describe('Your profile.');
const contextField = z
  .string()
  .max(10_000)
  .describe('What you are about to do, in plain language: “The agent wants to read the goal”.');
const abilitiesField = z
  .array(z.string().min(1).max(500))
  .max(100)
  .describe('IRIs of the types of your abilities.');
const servicesField = z
  .array(z.string().min(1).max(100))
  .max(100)
  .describe('Names of services; only theirs are listed.');
const waitField = z
  .number()
  .min(0)
  .max(600)
  .describe(
    'How long to wait for the outcome, in seconds. Default: 50, or 600 with a progress token.',
  );

const schemas = {
  register_profile: z.object({
    profile_id: profileField,
    context: contextField.optional(),
    abilities: abilitiesField.optional(),
  }),
  update_profile: z.object({
    profile_id: profileField,
    context: contextField,
    abilities: abilitiesField.optional(),
  }),
  read_signifiers: z.object({ profile_id: profileField, services: servicesField.optional() }),
  find_signifiers: z.object({
    profile_id: profileField,
    query: z.string().min(1).max(2_000).describe('What you look for, in plain language.'),
    services: servicesField.optional(),
  }),
  invoke_signifier: z.object({
    profile_id: profileField,
    signifier: z.string().min(1).max(500).describe('Its id, or its label.'),
    arguments: z.unknown().optional().describe('As its input_schema says.'),
    task: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Id of your own task at this server: people see it with the question.'),
    idempotency_key: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Calls with the same key are one call.'),
    wait_seconds: waitField.optional(),
  }),
  get_call: z.object({ call_id: z.string().min(1).max(200), wait_seconds: waitField.optional() }),
  cancel_call: z.object({ call_id: z.string().min(1).max(200) }),
} as const;

type ToolName = keyof typeof schemas;

const descriptions: Readonly<Record<ToolName, string>> = {
  register_profile: 'Registers your profile, or sets it again.',
  update_profile:
    'Says what you are about to do. The tools at the MCP address of your profile change with it.',
  read_signifiers: 'Lists what is recommended for your context, with the schemas of the arguments.',
  find_signifiers:
    'Searches all that you may use, and says why something is not recommended or blocked.',
  invoke_signifier:
    'Calls a signifier. A person may be asked first: the state is then waiting, which is no error. Repeating a call never acts twice.',
  get_call: 'Reads a call, and waits for its outcome.',
  cancel_call: 'Stops a call that is not over.',
};

/** The names of the fixed tools, which no signifier has as a tool. */
export const controlNames: readonly string[] = Object.keys(schemas);

const isToolName = (name: string): name is ToolName => Object.hasOwn(schemas, name);

const asToolSchema = (schema: JsonObject): JsonObject & { type: 'object' } => ({
  ...schema,
  type: 'object',
});

/** The tools of the control endpoint, as they are listed. */
export const controlTools = Object.entries(schemas).map(([name, schema]) => ({
  name,
  description: isToolName(name) ? descriptions[name] : '',
  inputSchema: asToolSchema({ ...z.toJSONSchema(schema) }),
}));

type ControlCall = {
  [Name in ToolName]: { tool: Name } & z.infer<(typeof schemas)[Name]>;
}[ToolName];

/** A call of one of the tools, or what is wrong with it in a sentence. */
export function readControlCall(name: string, given: unknown): ControlCall | { fault: string } {
  if (!isToolName(name)) return { fault: `There is no tool ${name}.` };
  switch (name) {
    case 'register_profile':
      return readAs(name, schemas[name], given);
    case 'update_profile':
      return readAs(name, schemas[name], given);
    case 'read_signifiers':
      return readAs(name, schemas[name], given);
    case 'find_signifiers':
      return readAs(name, schemas[name], given);
    case 'invoke_signifier':
      return readAs(name, schemas[name], given);
    case 'get_call':
      return readAs(name, schemas[name], given);
    case 'cancel_call':
      return readAs(name, schemas[name], given);
  }
}

function readAs<Name extends ToolName, Value>(
  tool: Name,
  schema: z.ZodType<Value>,
  given: unknown,
): ({ tool: Name } & Value) | { fault: string } {
  const read = readArguments(schema, given);
  return read.ok
    ? { tool, ...read.value }
    : { fault: `The arguments do not fit. ${read.faults.join(' ')} Nothing was done.` };
}
