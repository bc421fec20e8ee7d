import { type JsonObject, memberOf } from '@countersign/json/json-object';
import {
  type AgentProfile,
  type Described,
  emptyProfile,
  presentMembers,
} from './agent-profile.ts';
import { isWebAddress, objectsIn, textIn, textsIn } from './values.ts';

/** Reads an ACP agent manifest (ACP 0.2.0). Such an agent can always stream. */
export function readManifest(manifest: JsonObject): AgentProfile {
  const metadata = manifest['metadata'];
  const annotations = memberOf(metadata, 'annotations');
  const author = memberOf(metadata, 'author');
  const ownerName = textIn(author, 'name');
  const links = objectsIn(metadata, 'links');
  const linked = textIn(
    links.find((link) => textIn(link, 'type') === 'documentation'),
    'url',
  );
  // Markdown by the contract; some put the address of a page there.
  const documentation = textIn(metadata, 'documentation', 20_000);
  const isAddress = isWebAddress(documentation.trim());
  const tags = textsIn(metadata, 'tags');
  return {
    ...emptyProfile,
    name: textIn(annotations, 'name') || textIn(manifest, 'name'),
    description: textIn(manifest, 'description'),
    version: textIn(annotations, 'version'),
    skills: objectsIn(metadata, 'capabilities').map((capability) => ({
      id: slug(textIn(capability, 'name')),
      name: textIn(capability, 'name'),
      description: textIn(capability, 'description'),
      // They belong to the agent: a manifest does not say which of its abilities they are about.
      tags,
      examples: [],
      inputSchema: null,
    })),
    inputModes: textsIn(manifest, 'input_content_types'),
    outputModes: textsIn(manifest, 'output_content_types'),
    owner: ownerName === '' ? null : { name: ownerName, url: textIn(author, 'url') },
    documentationUrl: linked || (isAddress ? documentation.trim() : ''),
    documentation: isAddress ? '' : documentation,
    streaming: true,
  };
}

/** Writes an ACP manifest. The name becomes a label; the original one is kept in the annotations. */
export function writeManifest(profile: AgentProfile): Described {
  const { name, owner, skills, documentationUrl, documentation, version } = profile;
  const label = slug(name);
  const annotations = {
    ...(label === name ? {} : { name }),
    ...(version === '' ? {} : { version }),
  };
  const tags = [...new Set(skills.flatMap((skill) => skill.tags))];
  const metadata = {
    ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    ...(skills.length > 0
      ? { capabilities: skills.map(({ name, description }) => ({ name, description })) }
      : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(owner === null ? {} : { author: owner }),
    ...(documentation === '' ? {} : { documentation }),
    ...(documentationUrl === ''
      ? {}
      : { links: [{ type: 'documentation', url: documentationUrl }] }),
  };
  const document = {
    name: label,
    description: profile.description,
    input_content_types: profile.inputModes.length > 0 ? profile.inputModes : ['*/*'],
    output_content_types: profile.outputModes.length > 0 ? profile.outputModes : ['*/*'],
    metadata,
  };
  const isPoorer = skills.some(
    (skill) =>
      skill.examples.length > 0 ||
      skill.inputSchema !== null ||
      skill.id !== slug(skill.name) ||
      skill.tags.join() !== tags.join(),
  );
  return {
    document,
    lost: [
      ...(isPoorer ? (['skills'] as const) : []),
      ...presentMembers(profile, ['url', 'pushNotifications', 'extendedCard', 'security']),
      ...(profile.streaming === false ? (['streaming'] as const) : []),
    ],
  };
}

/** A name as a label of RFC 1123: small letters, digits and hyphens. Names without any are numbered by their characters. */
export function slug(name: string): string {
  const label = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63)
    .replace(/-+$/, '');
  if (label !== '') return label;
  const codes = [...name].map((char) => (char.codePointAt(0) ?? 0).toString(16));
  return `agent-${codes.join('-')}`.slice(0, 63).replace(/-+$/, '');
}
