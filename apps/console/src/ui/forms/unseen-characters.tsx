import { commonText, formsText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';

/** Whether a box shows a text other than it is: boxes draw hidden characters as nothing. */
export const hasUnseen = (value: unknown): value is string =>
  typeof value === 'string' && visibleText(value) !== value;

/** The text of a box with its hidden characters, under the box; the box itself keeps what will be sent. */
export function UnseenCharacters({ value, id }: { value: string; id?: string }) {
  return (
    <p className="small breakable help-text" id={id}>
      {text.unseenCharacters}
      {commonText.gap}
      <bdi className="mono" lang="">
        {visibleText(value)}
      </bdi>
    </p>
  );
}
