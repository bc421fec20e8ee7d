import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { Severity, UpMessage } from '@countersign/upformat/message';
import { webUrl } from '../a2a/web-url.ts';
import { askMembers } from '../ask-members.ts';
import { argumentsForm } from '../shapes/action.ts';
import { schemaOfField } from '../wrapped-schema.ts';
import { elicitedForm } from './elicited-form.ts';
import type { McpAskKind } from './origins.ts';
import { quoted } from './quoted.ts';
import type { CallRisk } from './risk.ts';
import { describedSampling } from './sampling.ts';
import type { McpTool } from './tool.ts';
import type { ToolCall } from './tool-call.ts';

/** A question of a run, before it has a place in a task. */
export interface McpQuestion {
  kind: McpAskKind;
  /** Message id. */
  id: string;
  /** The tool that is called. */
  toolName: string | null;
  message: AskedMessage;
}

/** The members of its message that do not depend on the place. */
export type AskedMessage = Pick<UpMessage, 'explanation' | 'upContext' | 'upPrompt'> & {
  state: 'needsHumanDecision';
  payload?: JsonObject;
};

interface About {
  id: string;
  toolName: string;
  /** Name of the server, as operators know it. */
  server: string;
}

const asked = (
  kind: McpAskKind,
  { id, toolName }: About,
  content: Omit<AskedMessage, 'state'>,
): McpQuestion => ({ kind, id, toolName, message: { state: 'needsHumanDecision', ...content } });

/** The name of the field in which a person types the name of the tool. */
export const typedField = 'confirmation';

/** The name of the field that holds the arguments beside it. */
export const argumentsField = 'arguments';

/** Exactly this text, as a pattern. */
const exactly = (text: string): string => `^${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`;

/** Asks before a tool is called. */
export function approvalQuestion(
  { arguments: args }: ToolCall,
  tool: McpTool,
  { approval, severity }: CallRisk,
  about: About,
): McpQuestion {
  const form = argumentsForm(args, tool.inputSchema);
  const ask = `Call ${fullName(tool)} on ${about.server}?`;
  const effect = `${about.server} runs ${tool.name} with these arguments.`;
  const explanation = claims(tool);
  if (approval === 'typed') {
    const { field, root } = schemaOfField(form.schema, argumentsField);
    const schema: JsonObject = {
      ...root,
      type: 'object',
      properties: {
        [argumentsField]: { ...field, title: 'Arguments' },
        [typedField]: {
          type: 'string',
          title: `Type ${tool.name} to confirm`,
          pattern: exactly(tool.name),
        },
      },
      required: [argumentsField, typedField],
    };
    return asked('approval', about, {
      payload: { [argumentsField]: form.payload, [typedField]: '' },
      upContext: { schema },
      ...askMembers({
        ...{ ask, effect, severity, explanation },
        allowed: ['edit', 'reject', 'comment'],
        answers: { edit: { label: 'Call', effect }, reject: { label: 'Do not call' } },
      }),
    });
  }
  return asked('approval', about, {
    payload: form.payload,
    upContext: { schema: form.schema },
    ...askMembers({
      ...{ ask, effect, severity, explanation },
      allowed: ['approve', 'edit', 'reject', 'comment'],
      answers: {
        approve: { label: 'Call' },
        edit: { effect: `${about.server} runs ${tool.name} with the arguments as you leave them.` },
        reject: { label: 'Do not call' },
      },
    }),
  });
}

/** A title is what the server likes to be read; what is called is the name. */
const fullName = ({ title, name }: McpTool): string =>
  title === null || title === name ? name : `${title} (${name})`;

/** What the server says about the tool, as its own claims. */
function claims({ description, hints }: McpTool): string {
  const said = [
    hints.readOnly === true ? 'changes nothing' : '',
    hints.destructive === true ? 'may destroy data' : '',
    hints.idempotent === true ? 'can be repeated without further effect' : '',
    hints.openWorld === true ? 'reaches beyond the server' : '',
  ].filter((part) => part !== '');
  const claim =
    said.length === 0
      ? 'The server does not say what the tool changes.'
      : `The server says that it ${said.join(', ')}. This is not verified.`;
  return description === null ? claim : `${quoted(description)}\n\n${claim}`;
}

/** `elicitation/create`, in form or URL mode. */
export function elicitationQuestion(params: JsonObject, about: About): McpQuestion {
  const said = saidBy(textOf(params, 'message'), about.server);
  if (params['mode'] === 'url') return urlQuestion(params, said, about);
  const { schema, payload, isComplete } = elicitedForm(params['requestedSchema']);
  const members = askMembers({
    ...said,
    severity: 'major',
    allowed: isComplete ? ['approve', 'edit', 'reject', 'comment'] : ['edit', 'reject', 'comment'],
    answers: {
      approve: { label: 'Accept', effect: `${about.server} receives the values as they are.` },
      edit: { label: 'Send', effect: `${about.server} receives what you enter.` },
      reject: { label: 'Decline', effect: `${about.server} is told that you decline.` },
    },
  });
  return asked('elicitation', about, { payload, upContext: { schema }, ...members });
}

/** A longer text keeps this much of its first line (characters) in the title of the question. */
const maxTitleChars = 200;

/** What a server says when it asks. A text of several lines is quoted: parts of it cannot look like words of this server. */
function saidBy(
  message: string | null,
  server: string,
): { ask: string; explanation?: string | undefined } {
  if (message === null) return { ask: `${server} needs information.` };
  const words = message.trim();
  const [line = ''] = words.split(/[\n\r\u2028\u2029]/, 1);
  if (line === words && words.length <= maxTitleChars) return { ask: `${server} asks: ${words}` };
  return {
    ask: `${server} asks: ${line.slice(0, maxTitleChars).trimEnd()} …`,
    explanation: quoted(words),
  };
}

function urlQuestion(
  params: JsonObject,
  said: ReturnType<typeof saidBy>,
  about: About,
): McpQuestion {
  const given = textOf(params, 'url') ?? '';
  const url = webUrl(given);
  const safe = url === null || url.username !== '' || url.password !== '' ? null : url;
  const address =
    safe === null
      ? `The address cannot be opened:\n${quoted(given)}`
      : `The address is at ${safe.origin}. Check that you know this host before you open it.\n${quoted(safe.href)}`;
  const explanation =
    said.explanation === undefined ? address : `${said.explanation}\n\n${address}`;
  const members = askMembers({
    ask: said.ask,
    explanation,
    severity: 'major',
    allowed: safe === null ? ['reject', 'comment'] : ['approve', 'reject', 'comment'],
    answers: {
      approve: {
        label: 'Accept',
        effect: `${about.server} is told that you agreed to open the address. What you do there is not sent through this console.`,
      },
      reject: { label: 'Decline', effect: `${about.server} is told that you decline.` },
    },
  });
  // Opened by a click on it only, in a new tab. Names of files have no slashes.
  const name = safe?.origin.replace(/^https?:\/\//, '');
  const outputs = safe === null ? [] : [{ type: 'file', url: safe.href, name }];
  return asked('url', about, { ...members, upPrompt: { ...members.upPrompt, outputs } });
}

const answerSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', title: 'Answer', format: 'textarea', minLength: 1 },
  },
  required: ['text'],
};

const openSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', title: 'Answer', format: 'textarea' },
  },
};

/** `sampling/createMessage`. `model`: the one that may answer; null = only a person can. */
export function samplingQuestion(
  params: JsonObject,
  model: string | null,
  about: About,
): McpQuestion {
  const members = askMembers({
    ask: `${about.server} asks for the answer of a language model.`,
    explanation: describedSampling(params),
    severity: 'major',
    allowed:
      model === null ? ['edit', 'reject', 'comment'] : ['approve', 'edit', 'reject', 'comment'],
    answers: {
      ...(model === null
        ? {}
        : {
            approve: {
              label: `Let ${model} answer`,
              effect: `The messages are sent to ${model}. You see its answer before ${about.server} does.`,
            },
          }),
      edit: {
        label: 'Answer by hand',
        effect: `${about.server} receives your text as the answer.`,
      },
      reject: {
        label: 'Decline',
        effect: `${about.server} is told that the request was declined.`,
      },
    },
  });
  return asked('sampling', about, {
    payload: { text: '' },
    // Letting the model answer approves an empty text.
    upContext: { schema: model === null ? answerSchema : openSchema },
    ...members,
  });
}

/** Shows the answer of the model before the server receives it. */
export function reviewQuestion(
  { text, model }: { text: string; model: string },
  about: About,
): McpQuestion {
  return asked('sampling', about, {
    payload: { text },
    upContext: { schema: answerSchema },
    ...askMembers({
      ask: `Send the answer of ${model} to ${about.server}?`,
      severity: 'minor',
      allowed: ['approve', 'edit', 'reject', 'comment'],
      answers: { approve: { label: 'Send' }, reject: { label: 'Decline' } },
    }),
  });
}

/** `roots/list` of a server for which no roots are configured. */
export function rootsQuestion(about: About): McpQuestion {
  const severity: Severity = 'minor';
  return asked('roots', about, {
    payload: { roots: [] },
    upContext: {
      schema: {
        type: 'object',
        properties: {
          roots: {
            type: 'array',
            title: 'Roots',
            maxItems: 100,
            items: {
              type: 'object',
              properties: {
                uri: { type: 'string', title: 'URI', pattern: '^file://', maxLength: 2_000 },
                name: { type: 'string', title: 'Name', maxLength: 200 },
              },
              required: ['uri'],
            },
          },
        },
        required: ['roots'],
      },
    },
    ...askMembers({
      ask: `${about.server} asks which folders it may work in.`,
      severity,
      allowed: ['approve', 'edit', 'reject', 'comment'],
      answers: {
        approve: { label: 'None', effect: `${about.server} receives an empty list.` },
        edit: { label: 'Send', effect: `${about.server} receives the list.` },
        reject: { label: 'Decline' },
      },
    }),
  });
}

function textOf(value: JsonObject, name: string): string | null {
  const text = value[name];
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, 100_000) : null;
}

/** The question that a request of a server is; null = it is none that a person could answer. */
export function questionOf(
  request: JsonObject,
  about: About & { model: string | null },
): McpQuestion | null {
  const params = isObject(request['params']) ? request['params'] : {};
  switch (request['method']) {
    case 'elicitation/create':
      return elicitationQuestion(params, about);
    case 'sampling/createMessage':
      return samplingQuestion(params, about.model, about);
    case 'roots/list':
      return rootsQuestion(about);
    default:
      return null;
  }
}
