import { desensitise } from '../extract/desensitise.ts';
import { draftOf } from '../extract/draft.ts';
import { bare, bareNames, type PlantedMemory, plantedCorpus, textsOf } from './planted.ts';
import { memoryOf } from './samples.ts';
import { unseen } from './unseen.ts';
import { unseenAgain } from './unseen-again.ts';

/** How well one kind of data was found. */
export interface DetectionRow {
  kind: string;
  planted: number;
  /** The part of the planted ones that is nowhere left. */
  recall: number;
  masked: number;
  /** The part of what was masked that was planted. */
  precision: number;
  /** The part of what was masked rightly that is exactly what was planted. */
  exact: number;
}

/** Which kind a rule is for. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(?:id-|passport|imei)/, 'national id'],
  [/^(?:key-)?email$/, 'email'],
  [/phone$/, 'phone'],
  [/^(?:name|key-name|known-name)$/, 'name'],
  [/^(?:address|key-address|key-location)$/, 'address'],
  [/coordinates$/, 'coordinates'],
  [/^(?:ip|key-ip)$/, 'ip'],
  [/^birth|key-birth/, 'birth date'],
  [/^(?:api-key|jwt|pem|authorization|secret|secret-named|random|key-secret)$/, 'secret'],
  [/^(?:reference|key-id)$/, 'reference'],
];
const kindOf = (rule: string): string => kinds.find(([rules]) => rules.test(rule))?.[1] ?? rule;

/** Masks the corpus, and counts by kind; and what was left or masked wrongly. */
export function measureDetection(corpus: readonly PlantedMemory[] = plantedCorpus()) {
  const tally = new Map<
    string,
    { planted: number; found: number; masked: number; right: number; exact: number }
  >();
  const row = (kind: string) => {
    const known = tally.get(kind) ?? { planted: 0, found: 0, masked: 0, right: 0, exact: 0 };
    tally.set(kind, known);
    return known;
  };
  const left: string[] = [];
  const wrong: string[] = [];
  for (const { memory, planted } of corpus) {
    const { items, originals } = desensitise([draftOf(memory)]);
    const texts = textsOf(items[0]?.content).map(bare);
    for (const { kind, country, value } of planted) {
      const counts = row(kind);
      counts.planted += 1;
      if (texts.some((text) => text.includes(bare(value))))
        left.push(`${country} ${kind}: ${value}`);
      else counts.found += 1;
    }
    for (const { rule, value } of originals) {
      const counts = row(kindOf(rule));
      counts.masked += 1;
      const is = bare(value);
      const same = planted.filter((one) => {
        const wanted = bare(one.value);
        return is.includes(wanted) || (is !== '' && wanted.includes(is));
      });
      if (same.length === 0) wrong.push(`${rule}: ${value}`);
      else {
        counts.right += 1;
        if (same.some((one) => is.length <= bare(one.value).length)) counts.exact += 1;
      }
    }
  }
  const rows = [...tally].map(
    ([kind, { planted, found, masked, right, exact }]): DetectionRow => ({
      ...{ kind, planted, masked },
      recall: planted === 0 ? 1 : found / planted,
      precision: masked === 0 ? 1 : right / masked,
      exact: right === 0 ? 1 : exact / right,
    }),
  );
  rows.sort((a, b) => b.planted - a.planted || (a.kind < b.kind ? -1 : 1));
  return {
    rows,
    left,
    wrong,
    bareNames: measureBareNames(),
    unseen: measureSentences(unseen),
    unseenAgain: measureSentences(unseenAgain),
  };
}

/** The texts of a sentence after the second step. */
function maskedTexts(sentence: string): string[] {
  const content = { workflow_name: 'w', steps: [{ name: 'note', description: sentence }] };
  const { items } = desensitise([draftOf(memoryOf('wf', 'workflow', content))]);
  return textsOf(items[0]?.content).map(bare);
}

/** Names without any hint: stated, so that nobody relies on it. */
function measureBareNames(): { names: number; found: number } {
  const found = bareNames.filter(
    (name) =>
      !maskedTexts(`the reply of ${name} was late`).some((text) => text.includes(bare(name))),
  );
  return { names: bareNames.length, found: found.length };
}

type Sentences = readonly (readonly [kind: string, text: string, value: string])[];

/** How many of the sentences no longer show their personal part. */
function measureSentences(sentences: Sentences): {
  planted: number;
  found: number;
  left: string[];
} {
  const left = sentences.flatMap(([kind, sentence, value]) =>
    maskedTexts(sentence).some((text) => text.includes(bare(value))) ? [`${kind}: ${value}`] : [],
  );
  return { planted: sentences.length, found: sentences.length - left.length, left };
}
