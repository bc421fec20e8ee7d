import { schemaAddressOf, schemaReferenceOf } from '@countersign/upformat/schema-reference';
import { usePromptActions } from '../../../live/prompts/prompt-actions.ts';
import { useAction } from '../../../live/use-action.ts';
import { decisionText as text } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Button } from '../../../ui/button.tsx';
import { formatClock } from '../../../ui/format-time.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import { Failure } from '../compose/failure.tsx';
import type { Answer } from '../compose/use-answer.ts';

/** A schema that the message only refers to: its address, and what was loaded from there. It is loaded on request only. */
export function SchemaRow({ answer: { prompt, viewer } }: { answer: Answer }) {
  const { loadSchema } = usePromptActions(prompt.id);
  const action = useAction();
  const reference = schemaReferenceOf(prompt.message.upContext?.schema);
  if (reference === null) return null;
  const { loadedSchema: loaded } = prompt.message;
  const isElsewhere = schemaAddressOf(prompt.message) !== null;
  return (
    <div className="fact-list stack">
      <dt>{text.schemaAt}</dt>
      <dd>
        <p dir="auto" lang="">
          {visibleText(reference)}
        </p>
        {loaded?.from === reference ? (
          <>
            <p className="muted">
              {text.loadedBy(visibleText(loaded.by.name), formatClock(Date.parse(loaded.at)))}
            </p>
            <JsonView label={text.schemaAt} value={loaded.schema} short />
          </>
        ) : (
          isElsewhere && (
            <>
              <p className="muted">{text.schemaElsewhere}</p>
              {prompt.state === 'open' && !viewer && (
                <Button small busy={action.busy} onClick={() => void action.run(loadSchema)}>
                  {text.loadSchema}
                </Button>
              )}
              <Failure of={action.failure} />
            </>
          )
        )}
      </dd>
    </div>
  );
}
