import { isObject, type JsonObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { say } from '../statements.ts';
import { type DetectionPolicy, detect } from './detect.ts';
import type { Draft, ReportEntry, Stepped } from './draft.ts';
import { type KnownNames, knownNames, namesIn } from './known-names.ts';
import { isMarks } from './marks.ts';
import { createPlaceholders, type MaskedOriginal, type Placeholders } from './placeholders.ts';
import { type KeyRule, keyRules, wordsOfKey } from './rules/key-rules.ts';

export interface DesensitisePolicy extends DetectionPolicy {
  /** People who are known to be here, such as operators: masked wherever they are named. */
  names?: readonly string[];
}

/** Kinds of entities that are people: the name of a profile is then the name of a person. */
const people =
  /^(?:user|person|people|human|customer|client|operator|employee|contact|candidate|applicant|patient|member|individual|用户|人|个人|客户|顾客|员工|操作员|候选人|患者)$/i;

/**
 * The second step: masks personal and secret data in every text, number and name of a member, at any depth. `originals` say what was
 * masked and must not leave the server; the report does not contain it. Applied again, it changes nothing.
 */
export function desensitise(
  drafts: readonly Draft[],
  policy: DesensitisePolicy = {},
): Stepped<Draft> & { originals: MaskedOriginal[] } {
  const report: ReportEntry[] = [];
  const originals: MaskedOriginal[] = [];
  const items = drafts.map((draft) => {
    const placeholders = createPlaceholders(draft.memoryId);
    const work: Work = {
      policy,
      placeholders,
      names: knownNames([...(policy.names ?? []), ...namesIn(draft.content, isPerson(draft))]),
      entries: [],
      memoryId: draft.memoryId,
      isPerson: isPerson(draft),
    };
    const content = maskObject(draft.content, [], work);
    report.push(...work.entries);
    originals.push(...placeholders.originals);
    return { ...draft, content, redactions: counted(draft.redactions, work.entries) };
  });
  return { items, report, originals };
}

const isPerson = ({ type, content }: Draft): boolean =>
  type === 'profile' && people.test(String(content['entity_type'] ?? '').trim());

interface Work {
  policy: DesensitisePolicy;
  placeholders: Placeholders;
  names: KnownNames;
  entries: ReportEntry[];
  memoryId: string;
  isPerson: boolean;
}

type Path = readonly PropertyKey[];

function note(work: Work, path: Path, rule: string, after: string): void {
  work.entries.push({
    memoryId: work.memoryId,
    step: 'desensitise',
    path: pointerOf(path),
    action: after === '' ? 'dropped' : 'masked',
    rule,
    after,
    reason: after === '' ? say('memory.dropped-key', { rule }) : say('memory.masked', { rule }),
  });
}

function maskObject(
  object: JsonObject,
  path: Path,
  work: Work,
  outer: KeyRule | null = null,
): JsonObject {
  const members: [string, unknown][] = [];
  const used = new Set<string>();
  for (const [key, value] of Object.entries(object)) {
    const rule = outer ?? ruleOf(key, path, work);
    // The name itself may be an address or a number; the path of the report must not have it either.
    const masked = maskKey(key, path, work, used);
    used.add(masked);
    const here = [...path, masked];
    if (rule?.action === 'drop') {
      note(work, here, rule.name, '');
      continue;
    }
    members.push([masked, maskValue(value, here, work, { rule, key })]);
  }
  return Object.fromEntries(members);
}

function ruleOf(key: string, path: Path, { policy, isPerson }: Work): KeyRule | null {
  const words = wordsOfKey(key);
  if (isPerson && path.length === 0 && key === 'entity_name') {
    return keyRules.find(({ name }) => name === 'key-name') ?? null;
  }
  return (
    keyRules.find((rule) => rule.words.test(words) && !policy.without?.includes(rule.name)) ?? null
  );
}

function maskKey(key: string, path: Path, work: Work, used: ReadonlySet<string>): string {
  const masked = maskText(key, [...path], work, '');
  if (!used.has(masked)) return masked;
  // Two names that mask to the same text: both members stay.
  for (let at = 2; ; at += 1) if (!used.has(`${masked} ${at}`)) return `${masked} ${at}`;
}

function maskValue(
  value: unknown,
  path: Path,
  work: Work,
  { rule, key }: { rule: KeyRule | null; key: string },
): unknown {
  if (Array.isArray(value)) {
    return value.map((item, at) => maskValue(item, [...path, at], work, { rule, key }));
  }
  if (isObject(value)) return maskObject(value, path, work, rule);
  if (typeof value === 'string') return maskLeaf(value, path, work, { rule, key });
  if (typeof value !== 'number') return value;
  const text = String(value);
  const masked = maskLeaf(text, path, work, { rule, key });
  return masked === text ? value : masked;
}

function maskLeaf(
  text: string,
  path: Path,
  work: Work,
  { rule, key }: { rule: KeyRule | null; key: string },
): string {
  if (rule === null || text.trim() === '') return maskText(text, path, work, key);
  if (isMarks(text)) return text;
  const placeholder = work.placeholders.of(rule.label, rule.name, text.trim());
  note(work, path, rule.name, placeholder);
  return placeholder;
}

function maskText(text: string, path: Path, work: Work, key: string): string {
  const { policy, names, placeholders } = work;
  const detectors = [...(policy.detectors ?? []), names];
  const findings = detect(text, { ...policy, detectors }, wordsOfKey(key));
  let masked = '';
  let at = 0;
  const noted: { rule: string; placeholder: string }[] = [];
  for (const { start, end, rule, label } of findings) {
    const placeholder = placeholders.of(label, rule, text.slice(start, end));
    masked += text.slice(at, start) + placeholder;
    at = end;
    noted.push({ rule, placeholder });
  }
  for (const { rule, placeholder } of noted) note(work, path, rule, placeholder);
  return masked + text.slice(at);
}

function counted(
  before: Readonly<Record<string, number>>,
  entries: readonly ReportEntry[],
): Record<string, number> {
  const counts = new Map(Object.entries(before));
  for (const { rule } of entries) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return Object.fromEntries(counts);
}
