import { Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  commonText,
  decisionEditText as editText,
  formsText,
  decisionText as text,
} from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Field } from '../../../ui/field.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import { JsonEditor } from '../../../ui/forms/inputs/json-editor.tsx';
import { SchemaForm } from '../../../ui/forms/schema-form.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Difference } from '../compare/difference.tsx';
import { changeText } from '../draft/change-text.ts';
import { Saved } from '../draft/saved.tsx';
import { type StepValues, stepValues } from '../draft/step-values.ts';
import { CheckNote } from './check-note.tsx';
import type { Answer } from './use-answer.ts';

export const EDIT_ID = 'edit';
const SHOWN_CHANGES = 12;

/** A change, described with the labels of the form; the patch step is shown on hover, and among the exact bytes. */
function ChangeLine({ reported, schema }: { reported: StepValues; schema: unknown }) {
  const { place, what } = changeText(schema, reported);
  const { op, path } = reported.change;
  return (
    <li className="truncate" title={visibleText(`${op} ${path}`)}>
      <bdi>{visibleText(place)}</bdi>
      {commonText.colon}
      <b dir="auto" lang="">
        {visibleText(what)}
      </b>
    </li>
  );
}

/** Mine against the proposal, as the RFC 6902 patch that will leave. */
function Changes({ answer }: { answer: Answer }) {
  const { changes, form } = answer;
  const reported = useMemo(
    () => stepValues(answer.prompt.message.payload, changes.slice(0, SHOWN_CHANGES)),
    [answer.prompt, changes],
  );
  const draft = answer.draft.value !== undefined;
  return (
    <section className="running at-top wide-above small" aria-label={text.changes}>
      {changes.length === 0 ? (
        <p className="grow muted">{text.noChanges}</p>
      ) : (
        <ul className="grow running">
          {reported.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps can be the same, one after the other
            <ChangeLine key={index} reported={each} schema={form?.schema} />
          ))}
          {changes.length > SHOWN_CHANGES && (
            <li className="muted">{formsText.showMore(changes.length - SHOWN_CHANGES)}</li>
          )}
        </ul>
      )}
      {draft && (
        <button
          type="button"
          className="link target-height"
          onClick={() => answer.update({ value: undefined })}
        >
          {changes.length > 1 ? text.resetAll : text.reset}
        </button>
      )}
    </section>
  );
}

function Words({ answer }: { answer: Answer }) {
  return (
    <section className="soft-line-below panel-section" aria-label={text.yourAnswer}>
      <Field label={text.freeText} mark={<Saved answer={answer} />}>
        {(ids) => (
          <Textarea
            {...ids}
            rows={5}
            data-composer
            placeholder={text.freeTextHint}
            value={answer.draft.words}
            onChange={(event) => answer.update({ words: event.target.value })}
          />
        )}
      </Field>
    </section>
  );
}

/** The content, editable: a form, the JSON of the same value, or text where there is no form. */
export function EditComposer({ answer }: { answer: Answer }) {
  const [view, setView] = useState<'form' | 'json' | 'difference'>('form');
  const { form, fillIn, changes, errors, tried } = answer;
  if (form === null) return <Words answer={answer} />;
  return (
    <section className="soft-line-below panel-section" aria-label={text.yourAnswer}>
      <div className="panel-section-head">
        <h2>{fillIn ? text.yourAnswer : text.proposed}</h2>
        {answer.draft.value !== undefined && changes.length > 0 && (
          <Badge tone="accent" icon={Pencil}>
            {text.editsByYou(changes.length)}
          </Badge>
        )}
        <Saved answer={answer} />
        <Segmented
          label={text.view}
          value={view}
          onChange={setView}
          options={[
            { value: 'form', label: text.form },
            { value: 'json', label: text.json },
            { value: 'difference', label: editText.difference },
          ]}
        />
      </div>
      {tried && errors.length > 0 && (
        <ErrorSummary
          errors={errors}
          idPrefix={EDIT_ID}
          schema={form.schema}
          takeFocus={tried}
          onGo={() => setView(view === 'json' ? 'json' : 'form')}
        />
      )}
      {view === 'difference' ? (
        <Difference
          base={answer.prompt.message.payload}
          value={answer.value}
          changes={changes}
          schema={form?.schema}
        />
      ) : view === 'json' ? (
        <JsonEditor
          id={`${EDIT_ID}-json`}
          idPrefix={EDIT_ID}
          label={text.json}
          value={answer.value}
          onChange={answer.setValue}
          onBroken={answer.setJsonBroken}
        />
      ) : (
        <SchemaForm
          schema={form.schema}
          value={answer.value}
          base={fillIn ? undefined : answer.prompt.message.payload}
          onChange={answer.setValue}
          errors={errors}
          reported={answer.check.faults}
          showAll={tried || answer.sent.entry?.state === 'refused'}
          idPrefix={EDIT_ID}
          label={text.yourAnswer}
          onBroken={answer.setJsonBroken}
        />
      )}
      <Changes answer={answer} />
      <CheckNote
        answer={answer}
        schema={form.schema}
        idPrefix={EDIT_ID}
        onGo={() => setView(view === 'json' ? 'json' : 'form')}
      />
    </section>
  );
}
