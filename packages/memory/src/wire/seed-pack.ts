import { canonicalJson } from '@countersign/json/canonical-json';
import { type Fault, faultAt } from '@countersign/json/fault';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readContent } from '../model/content.ts';
import { createMemory } from '../model/create-memory.ts';
import type { Knowledge } from '../model/knowledge.ts';
import type { Importance } from '../model/memory.ts';
import { nameOf } from '../model/memory-texts.ts';
import { type Read, refused, treeFaults } from '../model/reading.ts';
import { say } from '../statements.ts';
import { isId } from './read-parts.ts';
import { readImportance, readType } from './words.ts';

/** Memories that are given to agents before they have any of their own (MEK's preset memory pack). */
export interface SeedPack {
  id: string;
  /** `''` = not stated. */
  version: string;
  domainTags: string[];
  items: SeedItem[];
}

export interface SeedItem {
  /** In the pack, from 0. */
  index: number;
  name: string;
  importance: Importance;
  /** Its id is derived from the pack and its content: the same item is imported once. */
  knowledge: Knowledge;
}

/** Names of members in the spellings in which packs are written. */
const names = {
  id: ['pack_id', 'packId', 'id', '包ID', '记忆包ID', '包标识'],
  version: ['version', '版本'],
  tags: ['domain_tags', 'domainTags', '领域标签'],
  items: ['items', 'content', '内容列表', '内容'],
  type: ['memory_type', 'memoryType', 'type', '记忆类型', '类型'],
  content: ['content', '内容'],
  importance: ['importance', '重要性', '重要程度'],
} as const;

const limits = { items: 2_000, tags: 50, tagChars: 100, versionChars: 100, faults: 50 };

const memberIn = (object: JsonObject, spellings: readonly string[]): unknown => {
  const name = spellings.find((one) => Object.hasOwn(object, one));
  return name === undefined ? undefined : object[name];
};

/** Reads a pack; with any fault, none of it. */
export function readSeedPack(sent: unknown, { now }: { now: number }): Read<SeedPack> {
  if (!isObject(sent)) return refused(faultAt('', say('memory.shape', { detail: 'object' })));
  const faults: Fault[] = [];
  const id = memberIn(sent, names.id);
  if (!isId(id)) faults.push(faultAt('/pack_id', say('memory.id', { limit: 200 })));
  const items = memberIn(sent, names.items);
  if (!Array.isArray(items) || items.length === 0) {
    faults.push(faultAt('/items', say('memory.missing')));
    return { ok: false, faults };
  }
  if (items.length > limits.items) {
    return refused(faultAt('/items', say('memory.too-many', { limit: limits.items })));
  }
  const domainTags = readTags(memberIn(sent, names.tags), faults);
  const packId = isId(id) ? id : '';
  const read = items.flatMap((item: unknown, index) => {
    const one = readItem(item, { index, packId, domainTags, now });
    if (one.ok) return [one.value];
    faults.push(...one.faults.map((fault) => ({ ...fault, path: `/items/${index}${fault.path}` })));
    return [];
  });
  if (faults.length > 0) return { ok: false, faults: faults.slice(0, limits.faults) };
  const version = memberIn(sent, names.version);
  const isText = typeof version === 'string' || typeof version === 'number';
  const text = isText ? String(version).slice(0, limits.versionChars) : '';
  return { ok: true, value: { id: packId, version: text, domainTags, items: read } };
}

function readTags(value: unknown, faults: Fault[]): string[] {
  if (value === undefined || value === null) return [];
  const isTag = (tag: unknown): tag is string =>
    typeof tag === 'string' && tag.trim() !== '' && tag.length <= limits.tagChars;
  if (!Array.isArray(value) || value.length > limits.tags || !value.every(isTag)) {
    faults.push(faultAt('/domain_tags', say('memory.tags', { limit: limits.tags })));
    return [];
  }
  return [...new Set(value.map((tag) => tag.trim()))];
}

function readItem(
  item: unknown,
  pack: { index: number; packId: string; domainTags: readonly string[]; now: number },
): Read<SeedItem> {
  if (!isObject(item)) return refused(faultAt('', say('memory.shape', { detail: 'object' })));
  const type = readType(memberIn(item, names.type));
  if (type === null) {
    const known = ['workflow', 'profile', 'semantic', 'episode'];
    return refused(faultAt('/memory_type', say('memory.type', { names: known })));
  }
  const sent = memberIn(item, names.content);
  const tree = treeFaults(sent);
  const read = tree.length > 0 ? { ok: false as const, faults: tree } : readContent(type, sent);
  if (!read.ok) {
    return {
      ok: false,
      faults: read.faults.map((fault) => ({ ...fault, path: `/content${fault.path}` })),
    };
  }
  const { index, packId, domainTags, now } = pack;
  const [domain] = domainTags;
  const { source_info: _, ...own } = read.value.content;
  const content = {
    ...own,
    ...(own['domain'] || domain === undefined ? {} : { domain }),
  };
  const name = nameOf(createMemory({ ...read.value, id: '', createdAt: now }));
  const hash = bytesToHex(sha256(utf8ToBytes(canonicalJson([type, content])))).slice(0, 32);
  return {
    ok: true,
    value: {
      ...{ index, name, importance: readImportance(memberIn(item, names.importance)) },
      knowledge: {
        ...{ id: `pack:${packId.slice(0, 120)}#${hash}`, title: name.slice(0, 500) },
        ...{ content, type, agent: null, createdAt: now },
        provenance: {
          ...{
            memoryId: null,
            method: 'seed-pack',
            approvedBy: null,
            approvedAs: null,
            approvedAt: null,
          },
          ...{ redactions: {}, slots: [], sharedBy: [] },
        },
      },
    },
  };
}
