import type { Agent } from '@countersign/api/agent';
import type { AgentDescriptor, ControlAction } from '@countersign/hai/agent-descriptor';
import { agentsText } from '../../text/agents.ts';

const words = agentsText.form;

export interface AgentForm {
  id: string;
  name: string;
  protocol: 'hai' | 'ag-ui';
  url: string;
  description: string;
  controlUrl: string;
  actions: readonly ControlAction[];
  feedbackUrl: string;
  headers: string;
  schema: string;
}
export type AgentFormErrors = Partial<Record<keyof AgentForm, string>>;

export const controlActions: readonly ControlAction[] = ['pause', 'resume', 'stop', 'status'];

/** The form of an agent as the browser knows it: addresses of control and feedback are not read back. */
export function formOf(agent: Agent | null): AgentForm {
  return {
    id: agent?.id ?? '',
    name: agent?.name ?? '',
    protocol: agent?.protocol === 'ag-ui' ? 'ag-ui' : 'hai',
    url: agent?.url ?? '',
    description: agent?.description ?? '',
    controlUrl: '',
    actions: agent && agent.controlActions.length > 0 ? agent.controlActions : controlActions,
    feedbackUrl: '',
    headers: '',
    schema: agent?.inputSchema === undefined ? '' : JSON.stringify(agent.inputSchema, null, 2),
  };
}

function isWebUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

/** `Name: value` per line; null when a line is something else. */
export function headersOf(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const match = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(\S.*?)\s*$/.exec(line);
    if (!match?.[1] || !match[2]) return null;
    headers[match[1]] = match[2];
  }
  return headers;
}

function schemaOf(text: string): { ok: true; schema: unknown } | { ok: false } {
  if (text.trim() === '') return { ok: true, schema: undefined };
  try {
    return { ok: true, schema: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function errorsOf(form: AgentForm): AgentFormErrors {
  return {
    ...(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(form.id) ? {} : { id: words.idBad }),
    ...(form.name.trim() === '' ? { name: words.nameBad } : {}),
    ...(isWebUrl(form.url) ? {} : { url: words.urlBad }),
    ...(form.controlUrl === '' || isWebUrl(form.controlUrl) ? {} : { controlUrl: words.urlBad }),
    ...(form.feedbackUrl === '' || isWebUrl(form.feedbackUrl) ? {} : { feedbackUrl: words.urlBad }),
    ...(headersOf(form.headers) === null ? { headers: words.headersBad } : {}),
    ...(schemaOf(form.schema).ok ? {} : { schema: words.schemaBad }),
  };
}

/** The descriptor of a filled form, or what is wrong with it. */
export function descriptorOf(
  form: AgentForm,
): { ok: true; body: AgentDescriptor } | { ok: false; errors: AgentFormErrors } {
  const errors = errorsOf(form);
  const schema = schemaOf(form.schema);
  const headers = headersOf(form.headers) ?? {};
  if (Object.keys(errors).length > 0 || !schema.ok) return { ok: false, errors };
  return {
    ok: true,
    body: {
      id: form.id,
      name: form.name.trim(),
      protocol: form.protocol,
      url: form.url.trim(),
      ...(form.description.trim() === '' ? {} : { description: form.description.trim() }),
      ...(form.controlUrl === ''
        ? {}
        : { control: { url: form.controlUrl.trim(), actions: [...form.actions] } }),
      ...(form.feedbackUrl === '' ? {} : { feedback: { url: form.feedbackUrl.trim() } }),
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(schema.schema === undefined ? {} : { inputSchema: schema.schema }),
    },
  };
}
