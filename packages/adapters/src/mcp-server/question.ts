import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { schemaOfField } from '@countersign/json-schema/schema-of-field';
import type { UpMessage } from '@countersign/upformat/message';
import { webUrl } from '../a2a/web-url.ts';
import { askMembers, type Explained } from '../ask-members.ts';
import { sayAsk } from '../ask-statements.ts';
import { argumentsForm } from '../shapes/action.ts';
import { elicitedForm } from './elicited-form.ts';
import type { McpAskKind } from './origins.ts';
import { say } from './question-statements.ts';
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
  const called = { server: about.server, tool: tool.name };
  const ask = say('mcp-ask.call', { server: about.server, tool: fullName(tool) });
  const effect = say('mcp-ask.runs', called);
  const explanation = claims(tool);
  if (approval === 'typed') {
    const { field, root } = schemaOfField(form.schema, argumentsField);
    const titles = {
      [`/properties/${argumentsField}/title`]: sayAsk('ask.title-arguments'),
      [`/properties/${typedField}/title`]: sayAsk('ask.title-type-name', { tool: tool.name }),
    };
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
        ...{ ask, effect, severity, explanation, titles },
        allowed: ['edit', 'reject', 'comment'],
        answers: {
          edit: { label: say('mcp-ask.call-label'), effect },
          reject: { label: say('mcp-ask.not-call-label') },
        },
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
        approve: { label: say('mcp-ask.call-label') },
        edit: { effect: say('mcp-ask.runs-edited', called) },
        reject: { label: say('mcp-ask.not-call-label') },
      },
    }),
  });
}

/** A title is what the server likes to be read; what is called is the name. */
const fullName = ({ title, name }: McpTool): string =>
  title === null || title === name ? name : `${title} (${name})`;

/** What the server says about the tool, as its own claims. */
function claims({ description, hints }: McpTool): Explained[] {
  const said = [
    hints.readOnly === true ? say('mcp-ask.changes-nothing') : null,
    hints.destructive === true ? say('mcp-ask.destroys') : null,
    hints.idempotent === true ? say('mcp-ask.repeatable') : null,
    hints.openWorld === true ? say('mcp-ask.open-world') : null,
  ].filter((part) => part !== null);
  const claim =
    said.length === 0 ? say('mcp-ask.no-claims') : say('mcp-ask.claims', { claims: said });
  return description === null ? [claim] : [quoted(description), claim];
}

/** `elicitation/create`, in form or URL mode. */
export function elicitationQuestion(params: JsonObject, about: About): McpQuestion {
  const { server } = about;
  const said = saidBy(textOf(params, 'message'), server);
  if (params['mode'] === 'url') return urlQuestion(params, said, about);
  const { schema, payload, isComplete } = elicitedForm(params['requestedSchema']);
  const members = askMembers({
    ...said,
    severity: 'major',
    allowed: isComplete ? ['approve', 'edit', 'reject', 'comment'] : ['edit', 'reject', 'comment'],
    answers: {
      approve: { label: say('mcp-ask.accept-label'), effect: say('mcp-ask.values', { server }) },
      edit: { label: say('mcp-ask.send-label'), effect: say('mcp-ask.entered', { server }) },
      reject: { label: say('mcp-ask.decline-label'), effect: say('mcp-ask.declined', { server }) },
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
): { ask: WrittenStatement; explanation?: Explained[] } {
  if (message === null) return { ask: say('mcp-ask.needs', { server }) };
  const words = message.trim();
  const [line = ''] = words.split(/[\n\r\u2028\u2029]/, 1);
  if (line === words && words.length <= maxTitleChars) {
    return { ask: say('mcp-ask.asks', { server, words }) };
  }
  return {
    ask: say('mcp-ask.asks', { server, words: `${line.slice(0, maxTitleChars).trimEnd()} …` }),
    explanation: [quoted(words)],
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
  const { server } = about;
  const warning =
    safe === null ? say('mcp-ask.no-address') : say('mcp-ask.address', { origin: safe.origin });
  const members = askMembers({
    ask: said.ask,
    explanation: [...(said.explanation ?? []), warning, quoted(safe?.href ?? given)],
    severity: 'major',
    allowed: safe === null ? ['reject', 'comment'] : ['approve', 'reject', 'comment'],
    answers: {
      approve: {
        label: say('mcp-ask.accept-label'),
        effect: say('mcp-ask.agreed', { server }),
      },
      reject: { label: say('mcp-ask.decline-label'), effect: say('mcp-ask.declined', { server }) },
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
  const { server } = about;
  const members = askMembers({
    ask: say('mcp-ask.sampling', { server }),
    explanation: describedSampling(params),
    severity: 'major',
    titles: { '/properties/text/title': sayAsk('ask.title-answer') },
    allowed:
      model === null ? ['edit', 'reject', 'comment'] : ['approve', 'edit', 'reject', 'comment'],
    answers: {
      ...(model === null
        ? {}
        : {
            approve: {
              label: say('mcp-ask.model-label', { model }),
              effect: say('mcp-ask.model', { model, server }),
            },
          }),
      edit: {
        label: say('mcp-ask.by-hand-label'),
        effect: say('mcp-ask.by-hand', { server }),
      },
      reject: {
        label: say('mcp-ask.decline-label'),
        effect: say('mcp-ask.sampling-declined', { server }),
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
      ask: say('mcp-ask.review', { model, server: about.server }),
      titles: { '/properties/text/title': sayAsk('ask.title-answer') },
      severity: 'minor',
      allowed: ['approve', 'edit', 'reject', 'comment'],
      answers: {
        approve: { label: say('mcp-ask.send-label') },
        reject: { label: say('mcp-ask.decline-label') },
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
    default:
      return null;
  }
}
