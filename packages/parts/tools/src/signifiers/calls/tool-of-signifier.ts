import { sayAsk } from '@countersign/adapters/ask-statements';
import type { McpTool } from '@countersign/adapters/mcp-server/tool';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { schemaOfField } from '@countersign/json-schema/schema-of-field';
import type { Signifier } from '@countersign/signifiers/model/signifier';
import { toolNames } from '@countersign/signifiers/model/tool-names';
import type { CallPolicy } from '../../rows/environment-entries.ts';

/** The member that holds arguments that are no object. */
const bodyField = 'body';

/** Whether the arguments of a signifier are an object, as those of a tool are. */
const isObjectInput = (input: Signifier['input']): input is JsonObject =>
  isObject(input) && (input['type'] === 'object' || isObject(input['properties']));

/** The schema of the arguments as those of a tool: a value that is not an object becomes the member `body` of one. */
export function toolSchemaOf({ input }: Pick<Signifier, 'input'>): JsonObject & { type: 'object' } {
  if (input === null) return { type: 'object', properties: {}, additionalProperties: false };
  if (isObjectInput(input)) return { ...input, type: 'object' };
  const { field, root } = schemaOfField(isObject(input) ? input : {}, bodyField);
  return { ...root, type: 'object', properties: { [bodyField]: field }, required: [bodyField] };
}

/** Arguments as given, as those of a tool; null = they are none. */
export function toolArguments(
  signifier: Pick<Signifier, 'input'>,
  given: unknown,
): JsonObject | null {
  if (given === undefined || given === null) return {};
  const { input } = signifier;
  if (isObject(given)) return given;
  return input === null || isObjectInput(input) ? null : { [bodyField]: given };
}

/** Arguments of a tool as those of the signifier. */
export const ownArguments = ({ input }: Pick<Signifier, 'input'>, args: JsonObject): unknown => {
  if (input === null) return Object.keys(args).length === 0 ? undefined : args;
  return isObjectInput(input) ? args : memberOf(args, bodyField);
};

/** Whether a call acts on the world, or destroys: it is confirmed by typing. */
function isTyped({ id, safety, form }: Signifier, policy: CallPolicy | undefined): boolean {
  if (changesNothing({ id, safety, form }, policy)) return false;
  if (form.operation === 'invokeaction' || form.method === 'DELETE') return true;
  if (policy?.isActuator === true) return true;
  return safety.source === 'description' && safety.destructive;
}

/** What a typed call does to the world, if it is known from more than the words of the service. */
function effectOf({ form }: Signifier, policy: CallPolicy | undefined): WrittenStatement | null {
  if (form.operation === 'invokeaction' || policy?.isActuator === true) {
    return sayAsk('ask.call-moves');
  }
  return form.method === 'DELETE' ? sayAsk('ask.call-deletes') : null;
}

/**
 * By its protocol; by its method, if it is no action of a thing: devices are switched by GET as well, so of an actuator only if an
 * administrator allows it besides. By its own words only if they are trusted.
 */
function changesNothing(
  { id, safety, form }: Pick<Signifier, 'id' | 'safety' | 'form'>,
  policy: CallPolicy | undefined,
): boolean {
  if (!safety.readOnly) return false;
  if (safety.source === 'protocol') return true;
  const isActuator = policy?.isActuator === true;
  if (safety.source === 'method') {
    const isBelieved = !isActuator || policy?.direct.includes(id) === true;
    return isBelieved && form.operation !== 'invokeaction';
  }
  return safety.source === 'description' && policy?.isTrusted === true && !isActuator;
}

/** A signifier as a tool: it is approved and shown like one. */
export function toolOfSignifier(
  signifier: Signifier,
  policy: CallPolicy | undefined,
): {
  tool: McpTool;
  direct: readonly string[];
  isReading: boolean;
  effect: WrittenStatement | null;
} {
  const { id, label, context, safety } = signifier;
  const name = toolNames([signifier]).get(id) ?? id;
  const isReading = changesNothing(signifier, policy);
  const isConfirmed = isTyped(signifier, policy);
  const isDirect = isReading || policy?.direct.includes(id) === true;
  return {
    tool: {
      ...{ name, title: label === name ? null : label, description: context },
      inputSchema: toolSchemaOf(signifier),
      outputSchema: null,
      hints: {
        readOnly: safety.readOnly,
        destructive: isConfirmed ? true : null,
        idempotent: safety.idempotent,
        openWorld: null,
      },
      task: null,
    },
    direct: isDirect ? [name] : [],
    isReading,
    effect: isConfirmed ? effectOf(signifier, policy) : null,
  };
}
