import { withoutNull } from './branches.ts';
import { fieldKind, isScalar } from './field-kind.ts';
import { helpOf } from './hints.ts';
import { isRecord, memberOf } from './pointer.ts';
import {
  fieldNames,
  followRefs,
  resolveNode,
  type SchemaNode,
  stringsOf,
  titleOf,
} from './schema-node.ts';

/** One column of a list that is drawn as a table. */
export interface Column {
  key: string;
  node: unknown;
  title: string;
  help: string | undefined;
  required: boolean;
  /** Its share of the width. */
  width: string;
}

const MAX_COLUMNS = 5;
/** With these, entries of one list can have different fields. */
const varying =
  'if oneOf anyOf allOf dependentSchemas dependentRequired dependencies patternProperties'.split(
    ' ',
  );

/** Figures need little room, text the most. */
function widthOf(node: SchemaNode, root: SchemaNode): string {
  const { kind } = fieldKind(node, undefined, root);
  if (kind === 'number' || kind === 'boolean') return 'minmax(0, 0.7fr)';
  return kind === 'text' ? 'minmax(0, 1.5fr)' : 'minmax(0, 1fr)';
}

/** The columns of a list of flat groups, null when its entries need more than a row. */
export function columnsOf(
  item: unknown,
  entries: readonly unknown[],
  root: SchemaNode,
): Column[] | null {
  const own = followRefs(item, root);
  const names = fieldNames(own);
  if (names.length === 0 || names.length > MAX_COLUMNS) return null;
  if (varying.some((keyword) => own[keyword] !== undefined)) return null;
  if (own['additionalProperties'] === true || isRecord(own['additionalProperties'])) return null;
  const isKnown = (entry: unknown) =>
    isRecord(entry) && Object.keys(entry).every((key) => names.includes(key));
  if (!entries.every(isKnown)) return null;
  const required = stringsOf(own['required']);
  const columns = names.map((key) => {
    const { node } = withoutNull(
      resolveNode(memberOf(own['properties'], key), root, undefined),
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
      width: widthOf(node, root),
    };
  });
  return columns.every(({ isFlat }) => isFlat) ? columns : null;
}
