import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { type AgentProfile, emptyProfile } from './agent-profile.ts';
import { objectsIn, textIn, textsIn } from './values.ts';

/** Reads the descriptor of an agent of HAI or AG-UI (docs/protocol/control.md); such agents always stream. Its `tools` are those that people answer. */
export function readDescriptor(descriptor: JsonObject): AgentProfile {
  const capabilities = memberOf(descriptor, 'capabilities');
  const listed = isObject(capabilities) ? capabilities : descriptor;
  return {
    ...emptyProfile,
    name: textIn(descriptor, 'name') || textIn(descriptor, 'id'),
    description: textIn(descriptor, 'description'),
    version: textIn(descriptor, 'version'),
    url: textIn(descriptor, 'url'),
    skills: objectsIn(listed, 'skills').map((skill) => ({
      id: textIn(skill, 'id') || textIn(skill, 'name'),
      name: textIn(skill, 'name') || textIn(skill, 'id'),
      description: textIn(skill, 'description'),
      tags: textsIn(skill, 'tags'),
      examples: textsIn(skill, 'examples'),
      inputSchema: null,
    })),
    streaming: true,
  };
}
