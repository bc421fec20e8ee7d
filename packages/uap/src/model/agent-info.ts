import { type Fault, faultAt } from '@countersign/json/fault';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { say } from '../statements.ts';
import { limits } from './check-text.ts';
import { type AgentProtocol, infoKeys } from './service.ts';

/** The faults of what a registration says about an agent. */
export function agentInfoFaults(
  protocol: AgentProtocol,
  info: JsonObject | null,
  strict: boolean,
): Fault[] {
  if (info === null) return [];
  // Before the content is looked at: the check is then bounded.
  if (JSON.stringify(info).length > limits.infoChars) {
    return [faultAt('/agent_info', say('uap.info-size', { limit: limits.infoChars }))];
  }
  if (protocol === '') return [];
  const key = infoKeys[protocol];
  const document = memberOf(info, key);
  if (!isObject(document)) return [faultAt('/agent_info', say('uap.info', { name: key }))];
  if (key === 'agent_descriptor' && 'headers' in document) {
    return [faultAt(`/agent_info/${key}/headers`, say('uap.secret'))];
  }
  return protocol === 'a2a' ? cardFaults(document, `/agent_info/${key}`, strict) : [];
}

/** Required by the schema of A2A 0.3.0, as texts. */
const cardTexts = ['name', 'description', 'url', 'version', 'protocolVersion'];

/**
 * The faults of an A2A card of version 0.3.0. Lenient: missing texts pass, missing lists do not, which is what a public registry
 * checks in effect.
 */
function cardFaults(card: JsonObject, path: string, strict: boolean): Fault[] {
  const faults: Fault[] = [];
  const requireList = (at: string, value: unknown) => {
    if (!Array.isArray(value)) faults.push(faultAt(at, say('uap.list')));
  };
  const requireTexts = (at: string, value: JsonObject, names: readonly string[]) => {
    for (const name of names) {
      const text = value[name];
      const passes = strict
        ? typeof text === 'string' && text !== ''
        : text == null || typeof text === 'string';
      if (!passes) faults.push(faultAt(`${at}/${name}`, say('uap.missing')));
    }
  };
  requireTexts(path, card, cardTexts);
  requireList(`${path}/defaultInputModes`, card['defaultInputModes']);
  requireList(`${path}/defaultOutputModes`, card['defaultOutputModes']);
  requireList(`${path}/skills`, card['skills']);
  if (strict && !isObject(card['capabilities'])) {
    faults.push(faultAt(`${path}/capabilities`, say('uap.missing')));
  }
  const { skills } = card;
  for (const [at, skill] of (Array.isArray(skills) ? skills : []).entries()) {
    const place = `${path}/skills/${at}`;
    requireList(`${place}/tags`, memberOf(skill, 'tags'));
    if (isObject(skill)) requireTexts(place, skill, ['id', 'name', 'description']);
  }
  return faults;
}
