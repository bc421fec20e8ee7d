import { isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import { jsonEqual } from '@countersign/json/json-equal';
import { isObject } from '@countersign/json/json-object';
import { followReferences } from '@countersign/json-schema/follow-references';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { isSecretAt, withoutSecrets } from '@countersign/json-schema/secret';
import { clsx } from 'clsx';
import { useState } from 'react';
import { commonText, formsText, valuesText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { titleOf } from '../forms/field-text.ts';
import { fieldKind } from '../forms/schema/field-kind.ts';
import { media } from './media.ts';
import { SecretValue } from './secret-value.tsx';

/** Whether the page is being printed: on paper nothing can be opened. */
const usePaper: () => boolean = media('print');

const ROWS = 50;
const COLUMNS = 8;
const LIST = 6;
/** Characters that fit a column. */
const LONG = 24;

/** The label in the schema for a value of a list of choices, else the value. */
function worded(value: unknown, node: SchemaNode): string {
  const kind = fieldKind(node, undefined);
  const choices = kind.kind === 'choice' ? kind.choices : [];
  const choice = choices.find((known) => jsonEqual(known.value, value));
  return visibleText(choice?.label ?? String(value));
}

interface PlainProps {
  value: unknown;
  node: SchemaNode;
  root: SchemaNode;
}
interface LeafProps extends PlainProps {
  /** Where it is in the document that `root` describes: what is secret is known by the whole way. */
  path: readonly string[];
}

/** One value with the labels of its schema; hidden if any of it is secret. `title` names what is hidden. */
export function Leaf({ title, path, ...reported }: LeafProps & { title: string }) {
  const { value, root } = reported;
  if (withoutSecrets(root, value, { path }) === value) return <Plain {...reported} />;
  return (
    <SecretValue title={title}>
      <Plain {...reported} />
    </SecretValue>
  );
}

function Plain({ value, node, root }: PlainProps) {
  if (isEmpty(value)) return <span className="muted">{text.empty}</span>;
  if (typeof value === 'boolean') return <>{value ? text.yes : text.no}</>;
  if (isExactNumber(value)) return <span className="tabular">{writtenNumber(value)}</span>;
  if (typeof value === 'string')
    return (
      <span className="verbatim" dir="auto" lang="">
        {worded(value, node)}
      </span>
    );
  if (Array.isArray(value) && value.every((item) => !isObject(item) && !Array.isArray(item))) {
    const item = followReferences(root, node['items']);
    // Entries may contain commas.
    const entries = value.map((entry) => worded(entry, item)).join('; ');
    return entries === '' ? (
      <span className="muted">{text.empty}</span>
    ) : (
      <span dir="auto" lang="">
        {entries}
      </span>
    );
  }
  if (typeof value === 'object')
    return (
      <code dir="auto" lang="">
        {visibleText(JSON.stringify(value))}
      </code>
    );
  return (
    <span className="tabular" dir="auto" lang="">
      {visibleText(String(value))}
    </span>
  );
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** The columns to draw, and those that are empty in every row: they take the space of the others. */
function columnsOf(rows: readonly Record<string, unknown>[]): { drawn: string[]; empty: string[] } {
  const keys = [...new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)))];
  const empty = keys.filter((key) => rows.every((row) => isEmpty(row[key])));
  const drawn = keys.filter((key) => !empty.includes(key));
  return drawn.length === 0
    ? { drawn: keys.slice(0, COLUMNS), empty: [] }
    : { drawn: drawn.slice(0, COLUMNS), empty };
}

const isNumeric = (rows: readonly Record<string, unknown>[], key: string) =>
  rows.every(
    (row) => row[key] === undefined || typeof row[key] === 'number' || isExactNumber(row[key]),
  );

/** Of a text that does not fit a column, everything is shown: what is approved must be seen. */
const isLong = (value: unknown) =>
  (typeof value === 'string' && value.length > LONG) ||
  (Array.isArray(value) && value.join('; ').length > LONG);

/** A list of objects as a table. */
export function Rows({
  rows,
  node,
  root,
  path,
  label,
}: Omit<LeafProps, 'value'> & { rows: readonly Record<string, unknown>[]; label: string }) {
  const [opened, setOpened] = useState(ROWS);
  const shown = usePaper() ? rows.length : opened;
  const { drawn: columns, empty } = columnsOf(rows);
  const item = followReferences(root, node['items']);
  const properties = isObject(item['properties']) ? item['properties'] : {};
  const numeric = new Set(columns.filter((key) => isNumeric(rows, key)));
  const long = new Set(columns.filter((key) => rows.some((row) => isLong(row[key]))));
  const titleAt = (key: string) => titleOf(isObject(properties[key]) ? properties[key] : {}, key);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <section className="scrolls scroll-sideways" tabIndex={0} aria-label={label}>
      <table className="small data-table rows-table">
        <thead>
          <tr>
            {columns.map((key) => (
              <th
                key={key}
                className={numeric.has(key) ? 'number' : undefined}
                dir="auto"
                scope="col"
              >
                {titleAt(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a proposal have no identity but their place
            <tr key={index}>
              {columns.map((key) => (
                <td
                  key={key}
                  className={numeric.has(key) ? 'number' : long.has(key) ? 'cell-long' : undefined}
                >
                  <Leaf
                    value={row[key]}
                    node={followReferences(root, properties[key])}
                    root={root}
                    path={[...path, String(index), key]}
                    title={formsText.entry(titleAt(key), index + 1)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {empty.length > 0 && (
        <p className="small muted help-text" dir="auto">
          {text.emptyInAll(commonText.inRow(empty.map(titleAt)))}
        </p>
      )}
      {rows.length > shown && (
        <button type="button" className="link small" onClick={() => setOpened(opened + 500)}>
          {text.moreRows(rows.length - shown)}
        </button>
      )}
    </section>
  );
}

interface PartProps extends LeafProps {
  name: string;
  depth: number;
  isSecret: boolean;
}

function Part({ name, value, node, root, path, depth, isSecret }: PartProps) {
  const title = titleOf(node, name);
  const rows = Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : null;
  if (rows !== null && !isSecret) {
    return (
      <div className={clsx('content-part', depth > 0 && 'ruled')}>
        <h3 className="tight-below" dir="auto" lang="">
          {title}
        </h3>
        <Rows rows={rows} node={node} root={root} path={path} label={title} />
      </div>
    );
  }
  if (isObject(value) && Object.keys(value).length > 0 && depth < LIST && !isSecret) {
    return (
      <div className={clsx('content-part', depth > 0 && 'ruled')}>
        <h3 className="tight-below" dir="auto" lang="">
          {title}
        </h3>
        <Values value={value} node={node} root={root} path={path} depth={depth + 1} />
      </div>
    );
  }
  return (
    <div className="content-pair full-row stack-wide at-baseline">
      <dt className="breakable" dir="auto" lang="">
        {title}
      </dt>
      <dd>
        <Leaf value={value} node={node} root={root} path={path} title={title} />
      </dd>
    </div>
  );
}

/** An object as names and values, its lists as tables; titles and labels come from its schema. */
export function Values({
  value,
  node,
  root,
  path = [],
  depth,
}: PlainProps & {
  value: Record<string, unknown>;
  path?: readonly string[];
  depth: number;
}) {
  const properties = isObject(node['properties']) ? node['properties'] : {};
  const childOf = (key: string) => followReferences(root, properties[key]);
  const isGroup = (child: unknown) =>
    (isObject(child) && Object.keys(child).length > 0) ||
    (Array.isArray(child) && child.length > 0 && child.every(isObject));
  const secret = new Set(Object.keys(value).filter((key) => isSecretAt(root, [...path, key])));
  const entries = Object.entries(value);
  const isPlain = ([key, child]: [string, unknown]) => secret.has(key) || !isGroup(child);
  const part = ([key, child]: [string, unknown]) => (
    <Part
      key={key}
      name={key}
      value={child}
      node={childOf(key)}
      root={root}
      path={[...path, key]}
      depth={depth}
      isSecret={secret.has(key)}
    />
  );
  const plain = entries.filter(isPlain);
  const groups = entries.filter((entry) => !isPlain(entry));
  return (
    <>
      {plain.length > 0 && (
        <dl className={clsx('content-pairs stack', depth > 0 && 'ruled')}>{plain.map(part)}</dl>
      )}
      {groups.map(part)}
    </>
  );
}
