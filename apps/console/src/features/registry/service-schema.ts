import { isObject } from '@countersign/json/json-object';
import { agentProtocols, infoKeys, serviceProtocols } from '@countersign/uap/model/service';
import { registryText } from '../../text/registry.ts';

const words = registryText.editor.fields;

/** A service as it is typed, in the members of the registry's contract. */
export type Entry = Record<string, unknown>;

const text = (title: string, description?: string) => ({
  type: 'string',
  title,
  ...(description === undefined ? {} : { description }),
});
const duration = (title: string) => ({
  ...text(title),
  pattern: '^(\\d{1,3}[sm]|\\d{1,3}m\\d{1,3}s)?$',
});
const ms = (title: string) => ({ type: 'integer', title, minimum: 0, maximum: 2_147_483_646 });

const lease = {
  ...{ type: 'object', title: words.lease, description: words.leaseHelp, required: ['check_type'] },
  properties: {
    check_type: { enum: ['TTL'], title: words.type },
    renewal_interval: duration(words.interval),
    renewal_unhealthy_timeout: duration(words.unhealthyAfter),
    renewal_delete_timeout: duration(words.removedAfter),
  },
};
const probe = {
  ...{ type: 'object', title: words.probe, description: words.probeHelp },
  required: ['check_type', 'check_http_url'],
  properties: {
    check_type: { enum: ['HTTP', 'HTTPS'], title: words.scheme },
    check_http_url: text(words.probePath),
    check_http_method: { enum: ['GET', 'HEAD', 'OPTIONS'], title: words.method },
    check_interval: duration(words.probeInterval),
    check_timeout: duration(words.timeout),
    check_unhealthy_timeout: duration(words.unhealthyAfter),
  },
};

/** The form of a service: its checks by its kind, and its description by its protocol. The registry itself judges what is typed. */
export function serviceSchema({ ephemeral, agent_protocol: spoken }: Entry): Entry {
  const protocol = agentProtocols.find((one) => one === spoken) ?? '';
  return {
    ...{ type: 'object', required: ['name', 'protocol', 'host', 'port'] },
    properties: {
      name: { ...text(words.name), minLength: 1 },
      protocol: { enum: [...serviceProtocols], title: words.protocol },
      host: { ...text(words.host, words.hostHelp), minLength: 1 },
      port: { type: 'integer', minimum: 1, maximum: 65_535, title: words.port },
      path: text(words.path),
      tags: { type: 'array', items: { type: 'string' }, title: words.tags },
      agent_protocol: {
        enum: agentProtocols.filter((one) => one !== ''),
        ...{ title: words.agentProtocol, description: words.agentProtocolHelp },
      },
      ...(protocol === ''
        ? {}
        : {
            agent_info_url: text(words.infoUrl, words.infoUrlHelp),
          }),
      ephemeral: { type: 'boolean', title: words.ephemeral, description: words.ephemeralHelp },
      ...(ephemeral === true ? { ephemeral_check: lease } : { persistent_check: probe }),
      retries: { type: 'integer', title: words.retries, minimum: 0, maximum: 32_767 },
      connect_timeout: ms(words.connectTimeout),
      write_timeout: ms(words.writeTimeout),
      read_timeout: ms(words.readTimeout),
    },
  };
}

/** What the description of an agent is, which is edited as JSON; null = a service that is no agent. */
export function infoHelpOf({ agent_protocol: spoken }: Entry): string | null {
  const protocol = agentProtocols.find((one) => one === spoken) ?? '';
  return protocol === '' ? null : words.infoHelp(infoKeys[protocol]);
}

export const emptyEntry: Entry = { name: '', protocol: 'http', host: '', ephemeral: false };

const added = ['id', 'created_at', 'updated_at', 'index', 'registered_by', 'health_status'];

/** A registered service as it was sent: without what the registry adds, and without members that say nothing. */
export function typedEntry(json: string): Entry {
  const entry: unknown = JSON.parse(json);
  if (!isObject(entry)) return emptyEntry;
  return Object.fromEntries(
    Object.entries(entry).filter(
      ([name, value]) => !added.includes(name) && value !== null && value !== '',
    ),
  );
}
