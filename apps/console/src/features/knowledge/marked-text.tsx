import { extractionText as text } from '../../text/knowledge.ts';
import { visibleText } from '../../text/visible-text.ts';
import './sharing/extraction-preview.css';

/** What a step put in the place of something: the rule by its placeholder, the type by its slot. */
export interface Marks {
  rules: ReadonlyMap<string, string>;
  slots: ReadonlyMap<string, string>;
  /** Texts that the rules doubt, with the rule; only where they are left as they are. */
  doubts?: ReadonlyMap<string, string>;
}

const mark = String.raw`\[[A-Z][A-Z0-9_]*_\d+\]|\{\{[^{}]{1,80}\}\}`;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The rule that doubts a whole paragraph, since something of a person was masked in it. */
const aboutAPerson = 'about-a-person';
/** The longest first: one may be a part of another. */
const marksOrDoubts = (doubts: Iterable<string>) =>
  new RegExp(
    `(${[mark, ...[...doubts].sort((a, b) => b.length - a.length).map(escaped)].join('|')})`,
  );

/** A text in which placeholders, slots and doubts are marked, with the name of the rule or the type. */
export function MarkedText({ children, marks }: { children: string; marks: Marks }) {
  const all = [...(marks.doubts ?? [])];
  const doubts = new Map(all.filter(([, rule]) => rule !== aboutAPerson));
  const isAboutPerson = all.some(
    ([doubt, rule]) => rule === aboutAPerson && children.includes(doubt),
  );
  return (
    <>
      {children.split(marksOrDoubts(doubts.keys())).map((part, index) => {
        const key = `${String(index)}`;
        const doubt = doubts.get(part);
        if (doubt !== undefined) {
          const named = visibleText(text.ruleName(doubt));
          return (
            <mark
              className="doubtful rounded-small"
              key={key}
              title={text.doubtful(visibleText(part), named)}
            >
              {visibleText(part)}
              <span className="mark-name">{text.doubtMark(named)}</span>
            </mark>
          );
        }
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
      {isAboutPerson ? (
        <mark className="doubtful rounded-small">
          <span className="mark-name">{text.aboutPerson}</span>
        </mark>
      ) : null}
    </>
  );
}
