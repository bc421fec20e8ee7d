import type { MediationField } from './mediation-field.ts';
import { shareOfOne, type Unit, unitIn } from './units.ts';

/** Conversion of numbers between two units: multiplied, then divided. */
export interface Conversion {
  from: string;
  to: string;
  multiply: number;
  divide: number;
}

/** `unclear`: the units cannot be converted, or only one of the two is stated. */
export type UnitMatch =
  | { kind: 'same' }
  | { kind: 'convert'; conversion: Conversion }
  | { kind: 'unclear'; why: string };

/** Whether a number of one field fits another. `samples` = known values. */
export function matchUnits(
  from: MediationField,
  to: MediationField,
  samples: readonly unknown[],
): UnitMatch {
  if (!isNumeric(from, samples) || !isNumeric(to, [])) return { kind: 'same' };
  const stated = [unitOf(from), unitOf(to)] as const;
  const [left, right] = stated.map((unit, at) =>
    // A percentage and a range of 0 to 1: the range implies the unit.
    unit === null && stated[1 - at]?.symbol === '%' && isShare(at === 0 ? from : to)
      ? shareOfOne
      : unit,
  );
  if (!left && !right) return { kind: 'same' };
  if (!left || !right) {
    const missing = left ? 'it is not said what the receiver wants' : 'its own is not stated';
    return { kind: 'unclear', why: `one side is in ${written(left ?? right)}, ${missing}` };
  }
  const between = `${written(left)} where ${written(right)} is wanted`;
  if (left.quantity !== right.quantity || left.per !== right.per) {
    return { kind: 'unclear', why: between };
  }
  const [multiply, divide] = reduced(left.size[0] * right.size[1], left.size[1] * right.size[0]);
  if (multiply === divide) return { kind: 'same' };
  const conversion = { from: written(left), to: written(right), multiply, divide };
  const isWhole = to.types.length > 0 && to.types.every((type) => type === 'integer');
  const breaks = samples.some((sample) => !Number.isInteger(converted(sample, conversion)));
  return isWhole && breaks
    ? { kind: 'unclear', why: `${between}, and it does not come out whole` }
    : { kind: 'convert', conversion };
}

/** A value in its new unit; other values than numbers are unchanged. */
export function converted(value: unknown, { multiply, divide }: Conversion): unknown {
  if (typeof value === 'number') return (value * multiply) / divide;
  return Array.isArray(value)
    ? value.map((item) => converted(item, { from: '', to: '', multiply, divide }))
    : value;
}

/** As text for people: `g → kg, divided by 1000`. */
export function conversionText({ from, to, multiply, divide }: Conversion): string {
  const steps = [
    ...(multiply === 1 ? [] : [`multiplied by ${multiply}`]),
    ...(divide === 1 ? [] : [`divided by ${divide}`]),
  ];
  return `${from} → ${to}, ${steps.join(' and ')}`;
}

const unitOf = ({ description, name }: MediationField) => unitIn(description, name);
const written = (unit: Unit | null | undefined) =>
  unit ? `${unit.symbol}${unit.per === undefined ? '' : ` per ${unit.per}`}` : 'no unit';

const isShare = ({ description, minimum, maximum }: MediationField): boolean =>
  (minimum === 0 && maximum === 1) ||
  /\b0(?:\.0)?\s*(?:to|[-–…]|\.\.+)\s*1(?:\.0)?\b/.test(description);

/** Where neither the type nor a value says otherwise, it may be a number. */
function isNumeric(
  { types, format, options }: MediationField,
  samples: readonly unknown[],
): boolean {
  if (format !== undefined || options !== undefined) return false;
  if (samples.length > 0) return samples.every((sample) => typeof sample === 'number');
  return types.length === 0 || types.includes('number') || types.includes('integer');
}

function reduced(numerator: number, denominator: number): [number, number] {
  let [left, right] = [numerator, denominator];
  while (right !== 0) [left, right] = [right, left % right];
  return [numerator / left, denominator / left];
}
