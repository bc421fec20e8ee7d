import { memo, useState } from 'react';
import { jsonLabels } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { jsonTokens } from './json-tokens.ts';
import './json-colors.css';

const className = {
  key: 'json-key',
  string: 'json-string',
  number: 'json-number',
  word: 'json-number',
  plain: undefined,
};
const limit = 4_000;

/** JSON text in light colours; `open` = still arriving, with a caret. Very long text is cut until asked for. */
export const JsonText = memo(function JsonText({
  text,
  open = false,
}: {
  text: string;
  open?: boolean;
}) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > limit;
  const shown = visibleText(cut ? text.slice(0, limit) : text);
  let at = 0;
  return (
    <>
      {jsonTokens(shown).map((token) => {
        const key = at;
        at += token.text.length;
        return (
          <span className={className[token.kind]} key={key}>
            {token.text}
          </span>
        );
      })}
      {open ? <span aria-hidden="true" className="caret" /> : null}
      {cut ? (
        <button className="j-more" onClick={() => setWhole(true)} type="button">
          {jsonLabels.showAll(text.length)}
        </button>
      ) : null}
    </>
  );
});
