import { isObject } from '@countersign/json/json-object';
import type { ReactNode } from 'react';
import { visibleText } from '../../../text/visible-text.ts';
import { Many } from '../many.tsx';
import { MarkedText, type Marks } from '../marked-text.tsx';
import '../sharing/extraction-preview.css';

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** A content as names and values, with what was masked marked in every text. The four columns have the same form; empty members say nothing. */
export function StepContent({ value, marks }: { value: unknown; marks: Marks }): ReactNode {
  if (isObject(value))
    return (
      <Many of={Object.entries(value).filter(([, member]) => !isEmpty(member))}>
        {(members) => (
          <dl className="stack-close small step-content">
            {members.map(([name, member]) => (
              <div key={name}>
                <dt>
                  <code className="breakable">
                    <MarkedText marks={marks}>{name}</MarkedText>
                  </code>
                </dt>
                <dd>
                  <StepContent marks={marks} value={member} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Many>
    );
  if (Array.isArray(value))
    return (
      <Many of={value}>
        {(items) => (
          <ol className="stack-tight">
            {items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries may repeat, and never change their order.
              <li className="ruled" key={index}>
                <StepContent marks={marks} value={item} />
              </li>
            ))}
          </ol>
        )}
      </Many>
    );
  if (typeof value === 'string')
    return (
      <span className="verbatim" dir="auto" lang="">
        <MarkedText marks={marks}>{value}</MarkedText>
      </span>
    );
  return <span className="tabular">{visibleText(JSON.stringify(value) ?? '')}</span>;
}
