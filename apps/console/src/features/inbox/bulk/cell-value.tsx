import { isExactNumber } from '@countersign/upformat/exact-number';
import { bulkText as text } from '../../../text/bulk.ts';
import { visibleText } from '../../../ui/visible-text.ts';

/** What a pointer is called at the head of its column: the last two names, in words. */
export function columnLabel(pointer: string): string {
  const own = text.columnWords[pointer];
  if (own !== undefined) return own;
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const meant = names[0] === 'payload' && names.length > 1 ? names.slice(1) : names;
  const words = meant
    .slice(-2)
    .map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : name))
    .join(' › ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const SHORT = 20;

/** Figures stand right, short words on one line. */
export function cellClass(value: unknown): string | undefined {
  if (typeof value === 'number' || isExactNumber(value)) return 'num';
  return typeof value === 'string' && value.length <= SHORT ? 'bulk-short' : undefined;
}

/** One value of a row, whole: what is approved must be readable here. */
export function CellValue({ value }: { value: unknown }) {
  if (value === undefined) return <span className="m">{text.missing}</span>;
  if (typeof value === 'string') return visibleText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return <code className="bulk-json">{visibleText(JSON.stringify(value))}</code>;
}
