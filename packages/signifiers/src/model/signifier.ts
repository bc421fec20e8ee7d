import type { JsonObject } from '@countersign/json/json-object';

/** The standard in which a service describes itself. */
export type ArtifactKind = 'mcp' | 'a2a' | 'utcp' | 'wot';

/** A registered service. Its signifiers say how to use it. */
export interface Artifact {
  id: string;
  /** The name under which an operator registered it; the first part of each label. */
  name: string;
  kind: ArtifactKind;
}

export type JsonSchema = JsonObject | boolean;

/** A header of a request. Its value is public: secrets and sessions are never headers of a signifier. */
export interface FormHeader {
  name: string;
  value: string;
}

/** How a request is sent: the form of the affordance. */
export interface Form {
  method: string;
  /** An absolute http or https URL, or a template of one: `{name}` is filled by an argument. Secrets of its query are left out. */
  target: string;
  /** null = the request has no body. */
  contentType: string | null;
  headers: FormHeader[];
  /** The operation of a thing description, such as `invokeaction`; null = none. */
  operation: string | null;
}

/** Where an argument is sent, if the request is built of its parts. */
export type ArgumentPlace = 'path' | 'query' | 'header' | 'body';

/**
 * How arguments become a request.
 * - `mcp-tool`: the arguments are the member `/params/arguments` of the body.
 * - `mcp-resource`: there are none; the body is constant, except for the id of the request.
 * - `a2a-message`: the arguments are the parts of a message: `text`, `data` or both.
 * - `http`: the arguments are the whole body (`places` is null), or are sent by name in these places.
 */
export type Binding =
  | { kind: 'mcp-tool' | 'mcp-resource'; version: string }
  | { kind: 'a2a-message'; version: '1.0' | '0.3' }
  | { kind: 'http'; places: Record<string, ArgumentPlace> | null };

/** A secret that a request needs, without its value: the server that sends the request has it. */
export interface SecretNeed {
  /** The scheme: `apiKey`, `http`, `oauth2`, … as the description says it. */
  scheme: string;
  place: 'header' | 'query' | 'cookie' | 'other';
  /** The name of the header or parameter; `''` = not said. */
  name: string;
}

/** What a call does, as far as it is known. Nothing that a peer says of itself lowers a risk by itself. */
export interface Safety {
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  /** Who says so: the protocol or method (cannot be otherwise), the peer's own description, or nobody. */
  source: 'protocol' | 'method' | 'description' | 'default';
}

/**
 * The description of one action that an agent can take: what it is for, and the request that does it. This record is canonical;
 * the RDF graph is a projection of it. Source: Lemée, “Integrating Agentic Web Standards in Multi-Agent Systems Using
 * Hypermedia”, section 3.1.
 */
export interface Signifier {
  /** A UUID of artifact and native name: the same after each synchronisation. */
  id: string;
  label: string;
  /** The recommended context: when an agent should take the action, in plain language. Selection compares it. */
  context: string;
  /** IRIs of the types of ability that an agent must have. */
  abilities: string[];
  artifact: Artifact;
  /** What the service itself calls it: a tool's name, a resource's URI, a skill's id, an affordance and its operation. */
  nativeName: string;
  form: Form;
  binding: Binding;
  /** The schema of the body; null = the request has none. Constant members have `const`. */
  body: JsonSchema | null;
  /** The schema of the arguments that an agent gives; null = it gives none. */
  input: JsonSchema | null;
  secrets: SecretNeed[];
  safety: Safety;
  /** The answer is a stream of events. */
  isStream: boolean;
  /** SHA-256 (hex) of what the service said of it and of how it is called: it changes when the description or the address changes. */
  sourceHash: string;
}
