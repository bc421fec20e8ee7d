import { useState } from 'react';
import { decisionText as text } from '../../text/decision.ts';
import { isRecord } from '../../ui/forms/pointer.ts';
import { followRefs, type SchemaNode, titleOf } from '../../ui/forms/schema-node.ts';
import { JsonView } from '../../ui/json-view.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { visibleText } from '../../ui/visible-text.ts';

const ROWS = 50;
const COLUMNS = 8;
const LIST = 6;

function Leaf({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '')
    return <span className="m">{text.empty}</span>;
  if (typeof value === 'boolean') return <>{value ? text.yes : text.no}</>;
  if (typeof value === 'string') return <span className="pre">{visibleText(value)}</span>;
  if (Array.isArray(value) && value.every((item) => !isRecord(item) && !Array.isArray(item))) {
    return <>{value.map((item) => visibleText(String(item))).join(', ') || text.empty}</>;
  }
  if (typeof value === 'object') return <code>{visibleText(JSON.stringify(value))}</code>;
  return <span className="tn">{visibleText(String(value))}</span>;
}

function columnsOf(rows: readonly Record<string, unknown>[]): string[] {
  const keys = new Set(rows.slice(0, 100).flatMap((row) => Object.keys(row)));
  return [...keys].slice(0, COLUMNS);
}

const isNumeric = (rows: readonly Record<string, unknown>[], key: string) =>
  rows.every((row) => row[key] === undefined || typeof row[key] === 'number');

function Rows({
  rows,
  node,
  root,
  label,
}: {
  rows: readonly Record<string, unknown>[];
  node: SchemaNode;
  root: SchemaNode;
  label: string;
}) {
  const [shown, setShown] = useState(ROWS);
  const columns = columnsOf(rows);
  const item = followRefs(node['items'], root);
  const properties = isRecord(item['properties']) ? item['properties'] : {};
  const numeric = new Set(columns.filter((key) => isNumeric(rows, key)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard
    <section className="scroll-x" tabIndex={0} aria-label={label}>
      <table className="grid">
        <thead>
          <tr>
            {columns.map((key) => (
              <th key={key} className={numeric.has(key) ? 'num' : undefined} scope="col">
                {titleOf(isRecord(properties[key]) ? properties[key] : {}, key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a proposal have no identity but their place
            <tr key={index}>
              {columns.map((key) => (
                <td key={key} className={numeric.has(key) ? 'num' : undefined}>
                  <Leaf value={row[key]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" className="link s more" onClick={() => setShown(shown + 500)}>
          {text.moreRows(rows.length - shown)}
        </button>
      )}
    </section>
  );
}

function Part({
  name,
  value,
  node,
  root,
  depth,
}: {
  name: string;
  value: unknown;
  node: SchemaNode;
  root: SchemaNode;
  depth: number;
}) {
  const title = titleOf(node, name);
  const rows = Array.isArray(value) && value.length > 0 && value.every(isRecord) ? value : null;
  if (rows !== null) {
    return (
      <div className="part">
        <h3>{title}</h3>
        <Rows rows={rows} node={node} root={root} label={title} />
      </div>
    );
  }
  if (isRecord(value) && Object.keys(value).length > 0 && depth < LIST) {
    return (
      <div className="part">
        <h3>{title}</h3>
        <Values value={value} node={node} root={root} depth={depth + 1} />
      </div>
    );
  }
  return (
    <div className="kv">
      <dt>{title}</dt>
      <dd>
        <Leaf value={value} />
      </dd>
    </div>
  );
}

function Values({
  value,
  node,
  root,
  depth,
}: {
  value: Record<string, unknown>;
  node: SchemaNode;
  root: SchemaNode;
  depth: number;
}) {
  const properties = isRecord(node['properties']) ? node['properties'] : {};
  const childOf = (key: string) => followRefs(properties[key], root);
  const isGroup = (child: unknown) =>
    (isRecord(child) && Object.keys(child).length > 0) ||
    (Array.isArray(child) && child.length > 0 && child.every(isRecord));
  const entries = Object.entries(value);
  const plain = entries.filter(([, child]) => !isGroup(child));
  const groups = entries.filter(([, child]) => isGroup(child));
  return (
    <>
      {plain.length > 0 && (
        <dl className="kvs">
          {plain.map(([key, child]) => (
            <Part
              key={key}
              name={key}
              value={child}
              node={childOf(key)}
              root={root}
              depth={depth}
            />
          ))}
        </dl>
      )}
      {groups.map(([key, child]) => (
        <Part key={key} name={key} value={child} node={childOf(key)} root={root} depth={depth} />
      ))}
    </>
  );
}

interface ProposalProps {
  payload: Record<string, unknown> | undefined;
  /** Titles come from here where the agent gave a schema. */
  schema: unknown;
}

/** The content as proposed: lists as tables, the rest as names and values, or the JSON itself. */
export function Proposal({ payload, schema }: ProposalProps) {
  const [view, setView] = useState<'table' | 'json'>('table');
  const root = isRecord(schema) ? schema : {};
  if (payload === undefined || Object.keys(payload).length === 0) {
    return (
      <section className="sec">
        <div className="sec-h">
          <h2>{text.proposed}</h2>
        </div>
        <p className="m">{text.nothingProposed}</p>
      </section>
    );
  }
  return (
    <section className="sec" aria-label={text.proposed}>
      <div className="sec-h">
        <h2>{text.proposed}</h2>
        <Segmented
          label={text.view}
          value={view}
          onChange={setView}
          options={[
            { value: 'table', label: text.table },
            { value: 'json', label: text.json },
          ]}
        />
      </div>
      {view === 'json' ? (
        <JsonView value={payload} label={text.proposed} />
      ) : (
        <Values value={payload} node={followRefs(root, root)} root={root} depth={0} />
      )}
    </section>
  );
}
