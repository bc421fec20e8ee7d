import { memberOf } from '@countersign/json/json-object';
import { normalise } from '@countersign/search/search-text';
import type { LinkKind, Memory } from '../model/memory.ts';
import { nameOf } from '../model/memory-texts.ts';

/** How far along links a memory is, over which memories and by which kinds of links. */
export interface Reached {
  id: string;
  /** From the start to this one, both included. */
  path: string[];
  kinds: LinkKind[];
  /** 0 to 1: of the start, halved by each link. */
  strength: number;
}

/** Links between memories: stated ones, causes and consequences, and entities and concepts that are mentioned by name. All are followed both ways. */
export interface LinkGraph {
  put(memory: Memory): void;
  remove(id: string): void;
  /** Everything within so many links of the starts, the starts not included; the strongest way to each. */
  reach(starts: ReadonlyMap<string, number>, depth: number): Reached[];
  /** What links to an id directly, or is linked from it. */
  neighbours(id: string): { id: string; kind: LinkKind }[];
}

interface Edge {
  /** An id, or a name as `namePrefix` and the normalised name. */
  to: string;
  kind: LinkKind;
}

/** Ids of others may be any text, so names need a mark that no id has. */
const namePrefix = '\u0000';

const inverse: Record<LinkKind, LinkKind> = {
  related: 'related',
  superset: 'subset',
  subset: 'superset',
  version: 'version',
  contradicts: 'contradicts',
  precedes: 'follows',
  follows: 'precedes',
};

const keyOf = (name: string): string => `${namePrefix}${normalise(name)}`;

function edgesOf(memory: Memory): Edge[] {
  const edges: Edge[] = memory.links.map(({ to, kind }) => ({ to, kind }));
  if (memory.type === 'episodic') {
    const { precedent, consequence } = memory.content.causal_chain;
    // The specification says ids; a text that is none leads nowhere.
    if (typeof precedent === 'string') edges.push({ to: precedent, kind: 'precedes' });
    if (typeof consequence === 'string') edges.push({ to: consequence, kind: 'follows' });
  }
  if (memory.type === 'profile' || memory.type === 'semantic') {
    for (const relation of memory.content.relations) {
      for (const member of ['target_entity', 'target_concept']) {
        const name = memberOf(relation, member);
        if (typeof name === 'string' && name !== '') {
          edges.push({ to: keyOf(name), kind: 'related' });
        }
      }
    }
  }
  return edges;
}

export function createLinkGraph(): LinkGraph {
  const outgoing = new Map<string, Edge[]>();
  const incoming = new Map<string, Map<string, LinkKind>>();
  const keys = new Map<string, string>();
  const named = new Map<string, Set<string>>();

  const remove = (id: string) => {
    for (const { to } of outgoing.get(id) ?? []) {
      const from = incoming.get(to);
      from?.delete(id);
      if (from?.size === 0) incoming.delete(to);
    }
    outgoing.delete(id);
    const key = keys.get(id);
    if (key !== undefined) named.get(key)?.delete(id);
    keys.delete(id);
  };

  const neighbours = (id: string): { id: string; kind: LinkKind }[] => {
    const found = new Map<string, LinkKind>();
    const add = (to: string, kind: LinkKind) => {
      if (to !== id && outgoing.has(to) && !found.has(to)) found.set(to, kind);
    };
    for (const { to, kind } of outgoing.get(id) ?? []) {
      if (to.startsWith(namePrefix)) for (const one of named.get(to) ?? []) add(one, kind);
      else add(to, kind);
    }
    for (const [from, kind] of incoming.get(id) ?? []) add(from, inverse[kind]);
    const key = keys.get(id);
    if (key !== undefined) {
      for (const [from, kind] of incoming.get(key) ?? []) add(from, inverse[kind]);
    }
    return [...found].map(([to, kind]) => ({ id: to, kind }));
  };

  return {
    put(memory) {
      remove(memory.id);
      const edges = edgesOf(memory);
      outgoing.set(memory.id, edges);
      for (const { to, kind } of edges) {
        const from = incoming.get(to) ?? new Map<string, LinkKind>();
        if (!from.has(memory.id)) from.set(memory.id, kind);
        incoming.set(to, from);
      }
      if (memory.type !== 'profile' && memory.type !== 'semantic') return;
      const key = keyOf(nameOf(memory));
      if (key === namePrefix) return;
      keys.set(memory.id, key);
      named.set(key, (named.get(key) ?? new Set()).add(memory.id));
    },
    remove,
    neighbours,
    reach(starts, depth) {
      const found = new Map<string, Reached>();
      let edge: Reached[] = [...starts].flatMap(([id, strength]) =>
        outgoing.has(id) ? [{ id, strength, path: [id], kinds: [] }] : [],
      );
      for (let round = 0; round < depth; round += 1) {
        const next = new Map<string, Reached>();
        for (const from of edge) {
          for (const { id, kind } of neighbours(from.id)) {
            if (starts.has(id)) continue;
            const strength = from.strength / 2;
            const known = found.get(id) ?? next.get(id);
            if (known !== undefined && known.strength >= strength) continue;
            const path = [...from.path, id];
            next.set(id, { id, strength, path, kinds: [...from.kinds, kind] });
          }
        }
        for (const [id, reached] of next) found.set(id, reached);
        edge = [...next.values()];
      }
      return [...found.values()];
    },
  };
}
