import { extractionText as text } from '../../text/knowledge.ts';
import { visibleText } from '../../text/visible-text.ts';
import './extraction-preview.css';

/** What a step put in the place of something: the rule by its placeholder, the type by its slot. */
export interface Marks {
  rules: ReadonlyMap<string, string>;
  slots: ReadonlyMap<string, string>;
}

const mark = /(\[[A-Z][A-Z0-9_]*_\d+\]|\{\{[^{}]{1,80}\}\})/;

/** A text in which placeholders and slots are marked, with the name of the rule or the type. */
export function MarkedText({ children, marks }: { children: string; marks: Marks }) {
  return (
    <>
      {children.split(mark).map((part, index) => {
        const key = `${String(index)}`;
        const slot = part.startsWith('{{') ? part.slice(2, -2) : null;
        // What only looks like a mark was written by a person or an agent.
        const name = slot === null ? marks.rules.get(part) : marks.slots.get(slot);
        if (name === undefined) return <span key={key}>{visibleText(part)}</span>;
        const shown = visibleText(part);
        const named = visibleText(text.ruleName(name));
        const title = slot === null ? text.masked(shown, named) : text.slotOf(shown, named);
        return (
          <mark
            className={slot === null ? 'masked rounded-small' : 'template-slot rounded-small'}
            key={key}
            title={title}
          >
            {shown}
            <span className="mark-name">{named}</span>
          </mark>
        );
      })}
    </>
  );
}
