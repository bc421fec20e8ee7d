import { isObject, memberOf } from '@countersign/json/json-object';
import { fieldNames } from '@countersign/json-schema/field-names';
import { followReferences } from '@countersign/json-schema/follow-references';
import { nodeForValue } from '@countersign/json-schema/node-for-value';
import { type SchemaNode, stringsOf } from '@countersign/json-schema/schema-members';
import { titleOf } from '../field-text.ts';
import { withoutNull } from './branches.ts';
import { fieldKind, isScalar } from './field-kind.ts';
import { helpOf } from './hints.ts';

/** One column of a list that is drawn as a table. */
export interface Column {
  key: string;
  node: unknown;
  title: string;
  help: string | undefined;
  required: boolean;
  /** Read-only: a text instead of a control. */
  locked: boolean;
  numeric: boolean;
}

/** Columns to write in, and columns in all: more of them need the height of a card. */
const MAX_EDITED = 5;
const MAX_COLUMNS = 12;
/** With these, entries of one list can have different fields. */
const varying =
  'if oneOf anyOf allOf dependentSchemas dependentRequired dependencies patternProperties'.split(
    ' ',
  );

/** First the column that names a row, then the editable ones, then the locked ones. */
function inReadingOrder(columns: readonly Column[]): Column[] {
  const [first] = columns;
  const name = first?.locked === true ? [first] : [];
  const rest = columns.slice(name.length);
  return [...name, ...rest.filter(({ locked }) => !locked), ...rest.filter(({ locked }) => locked)];
}

/** The columns of a list of flat groups, null when its entries need more than a row. */
export function columnsOf(
  item: unknown,
  entries: readonly unknown[],
  { root, locked }: { root: SchemaNode; locked: boolean },
): Column[] | null {
  const own = followReferences(root, item);
  const names = fieldNames(own);
  if (names.length === 0 || names.length > MAX_COLUMNS) return null;
  if (varying.some((keyword) => own[keyword] !== undefined)) return null;
  if (own['additionalProperties'] === true || isObject(own['additionalProperties'])) return null;
  const isKnown = (entry: unknown) =>
    isObject(entry) && Object.keys(entry).every((key) => names.includes(key));
  if (!entries.every(isKnown)) return null;
  const required = stringsOf(own['required']);
  const columns = names.map((key) => {
    const { node } = withoutNull(
      nodeForValue(root, memberOf(own['properties'], key), undefined),
      root,
    );
    const kind = fieldKind(node, undefined, root);
    return {
      key,
      node: memberOf(own['properties'], key),
      isFlat: isScalar(kind),
      title: titleOf(node, key),
      help: helpOf(node, kind),
      required: required.includes(key),
      locked: locked || node['readOnly'] === true,
      numeric: kind.kind === 'number',
    };
  });
  if (columns.filter((column) => !column.locked).length > MAX_EDITED) return null;
  // A read-only column that is empty in every row takes the space of one that is not.
  const isEmpty = ({ key }: Column) =>
    entries.length > 0 && entries.every((entry) => (memberOf(entry, key) ?? '') === '');
  const shown = columns.filter(
    (column) => locked || !column.locked || column.required || !isEmpty(column),
  );
  return columns.every(({ isFlat }) => isFlat) ? inReadingOrder(shown) : null;
}
