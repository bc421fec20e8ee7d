import { jsonEqual } from '@countersign/json/json-equal';
import { typeOfValue } from '@countersign/json-schema/schema-node';
import { listDepth, type MediationField } from './mediation-field.ts';

/** Whether values of one field fit another: `factor` (0 = impossible) and `bonus` adjust the similarity of the descriptions. */
export interface Fit {
  factor: number;
  bonus: number;
  /** The reason for or against it; `''` = none. */
  remark: string;
  /** Both have the format required by the receiver. */
  sameFormat: boolean;
}

type Part = Omit<Fit, 'sameFormat'> & { sameFormat?: true };

/** A field with the format of its values in the given payload. */
export interface Source {
  field: MediationField;
  /** A few values as found. */
  samples: readonly unknown[];
}

const patterns: Record<string, RegExp> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  uri: /^[a-z][a-z0-9+.-]*:\/\/\S+$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d/,
};
/** The term in a description that denotes a format. */
const formatWords: Record<string, string> = {
  email: 'email',
  'idn-email': 'email',
  uri: 'link',
  url: 'link',
  date: 'date',
  'date-time': 'date',
};

const impossible = (remark: string): Part => ({ factor: 0, bonus: 0, remark });

/** Compares types, formats, options, ranges and list levels (docs/protocol/message.md). `words` are those the receiver and the sender share. */
export function fitOf(source: Source, to: MediationField, words: ReadonlySet<string>): Fit {
  const parts: Part[] = [
    fitOfLists(source, to),
    fitOfTypes(source, to),
    fitOfFormat(source, to, words),
    fitOfOptions(source, to),
    fitOfRange(source.field, to),
  ];
  return {
    factor: parts.reduce((product, { factor }) => product * factor, 1),
    bonus: parts.reduce((sum, { bonus }) => sum + bonus, 0),
    remark: parts
      .map(({ remark }) => remark)
      .filter((remark) => remark !== '')
      .join('; '),
    sameFormat: parts.some(({ sameFormat }) => sameFormat === true),
  };
}

const neutral: Part = { factor: 1, bonus: 0, remark: '' };

function fitOfLists({ field }: Source, to: MediationField): Part {
  const surplus = listDepth(field.pointer) - listDepth(to.pointer);
  if (surplus === 0) return neutral;
  if (surplus < 0) return { factor: 0.8, bonus: 0, remark: 'the same value for every item' };
  const takesList = to.types.length === 0 || to.types.includes('array');
  return takesList
    ? { factor: 0.9, bonus: 0, remark: 'its values make a list' }
    : impossible('many values where one is wanted');
}

function fitOfTypes({ field, samples }: Source, to: MediationField): Part {
  // Values collected into one list have the type of the items, which a list without `items` does not state.
  if (listDepth(field.pointer) > listDepth(to.pointer)) return neutral;
  const found = samples.length > 0 ? [...new Set(samples.map(typeOfValue))] : field.types;
  if (found.length === 0 || to.types.length === 0) return neutral;
  const fits = found.some((type) => to.types.includes(type) || isWhole(type, to));
  return fits ? neutral : impossible(`${found.join(' or ')} where ${to.types[0]} is wanted`);
}

const isWhole = (type: string, to: MediationField): boolean =>
  type === 'integer' && to.types.includes('number');

function fitOfFormat(
  { field, samples }: Source,
  to: MediationField,
  words: ReadonlySet<string>,
): Part {
  const wanted = to.format;
  const found = formatOf(samples) ?? field.format;
  const wantedWord = memberWord(wanted);
  const foundWord = memberWord(found);
  if (wantedWord === undefined && foundWord === undefined) return neutral;
  if (wantedWord !== undefined && foundWord === wantedWord) {
    return { factor: 1, bonus: 0.25, remark: `both are ${wanted}`, sameFormat: true };
  }
  if (wantedWord === undefined) {
    return foundWord !== undefined && words.has(foundWord)
      ? neutral
      : { factor: 0.5, bonus: 0, remark: `it holds ${found}` };
  }
  if (foundWord !== undefined || samples.length > 0) {
    return { factor: 0.2, bonus: 0, remark: `it holds no ${wanted}` };
  }
  return words.has(wantedWord) ? neutral : { factor: 0.5, bonus: 0, remark: '' };
}

const memberWord = (format: string | undefined): string | undefined =>
  format !== undefined && Object.hasOwn(formatWords, format) ? formatWords[format] : undefined;

/** The format that all samples have. */
function formatOf(samples: readonly unknown[]): string | undefined {
  if (samples.length === 0) return undefined;
  return Object.keys(patterns).find((format) =>
    samples.every((sample) => typeof sample === 'string' && patterns[format]?.test(sample)),
  );
}

function fitOfOptions({ field, samples }: Source, to: MediationField): Part {
  const { options } = to;
  if (options === undefined) return neutral;
  const possible = samples.length > 0 ? samples : (field.options ?? []);
  if (possible.length === 0) return { factor: 0.7, bonus: 0, remark: '' };
  const isOption = (value: unknown) => options.some((option) => jsonEqual(option, value));
  return possible.every(isOption)
    ? { factor: 1, bonus: 0.15, remark: 'its values are among the options' }
    : { factor: 0.2, bonus: 0, remark: 'its values are not among the options' };
}

function fitOfRange(from: MediationField, to: MediationField): Part {
  const low = Math.max(from.minimum ?? -Infinity, to.minimum ?? -Infinity);
  const high = Math.min(from.maximum ?? Infinity, to.maximum ?? Infinity);
  return low <= high ? neutral : { factor: 0.2, bonus: 0, remark: 'the ranges do not meet' };
}
