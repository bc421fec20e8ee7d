import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { may } from '@countersign/desk/permissions';
import { useState } from 'react';
import { useAgentNames } from '../../../live/agent-names.ts';
import { useAgents, useMe } from '../../../live/queries.ts';
import { useServerMinute } from '../../../live/session/server-now.ts';
import { useAction } from '../../../live/use-action.ts';
import { useChange, useRoute } from '../../../live/use-route.ts';
import { memoryText, exchangeText as text } from '../../../text/knowledge.ts';
import { commonText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Select } from '../../../ui/select.tsx';
import { Time } from '../../../ui/time.tsx';
import { Failed, Reading } from '../list-parts.tsx';
import { tagsOf } from '../memories/content-fields.ts';
import { AskWhy } from '../review/ask-why.tsx';

const dayMs = 86_400_000;
type Importance = MemoryRow['importance'];
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const isType = (value: string): value is MemoryRow['type'] =>
  Object.hasOwn(memoryText.types, value);
const isImportance = (value: string): value is Importance =>
  Object.hasOwn(memoryText.importances, value);

/** Rules that approve sharing without a person, until they end. */
export function SharingRules() {
  const nameOf = useAgentNames();
  const rules = useRoute('GET /api/knowledge/rules', {});
  const now = useServerMinute();
  const mayChange = may(useMe().data, 'administer');
  const change = useChange();
  const [ending, setEnding] = useState<{ id: string; name: string } | null>(null);
  return (
    <section className="stack">
      <h2>{text.rules}</h2>
      <p className="muted knowledge-lead">{text.rulesDetail}</p>
      <Reading of={rules} rows={1}>
        {rules.data?.items.length === 0 ? <p className="muted">{text.noRules}</p> : null}
        <ul aria-label={text.rules} className="knowledge-lines">
          {rules.data?.items.map((rule) => (
            <li className="row-wrap soft-line-between close-line" key={rule.id}>
              <b className="strong" dir="auto" lang="">
                {visibleText(rule.name)}
              </b>
              {rule.expiresAt <= now ? <Badge tone="line">{text.ruleOver}</Badge> : null}
              <span className="small muted breakable">
                {commonText.inRow([
                  ...rule.types.map((type) => memoryText.types[type]),
                  ...rule.tags.map((tag) => visibleText(tag)),
                  ...rule.agents.map((agent) => visibleText(nameOf(agent))),
                  memoryText.importances[rule.importance],
                  text.released(rule.released),
                  text.by(visibleText(nameOf(`operator:${rule.createdBy}`))),
                ])}
              </span>
              <span className="small muted">
                {text.ruleEnds} <Time as="exact" at={rule.expiresAt} />
              </span>
              {mayChange && rule.expiresAt > now ? (
                <span className="to-end">
                  <Button onClick={() => setEnding(rule)} small>
                    {text.ruleEnd}
                  </Button>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </Reading>
      {mayChange ? <AddRule /> : null}
      {ending === null ? null : (
        <AskWhy
          act={async () => {
            await change('DELETE /api/knowledge/rules/:id', { params: { id: ending.id } });
          }}
          danger
          detail={text.ruleEndDetail}
          onClose={() => setEnding(null)}
          title={text.ruleEndAsk(visibleText(ending.name))}
          why={null}
          yes={text.ruleEnd}
        />
      )}
    </section>
  );
}

function AddRule() {
  const now = useServerMinute();
  const agents = useAgents().data ?? [];
  const change = useChange();
  const action = useAction();
  const [name, setName] = useState('');
  const [type, setType] = useState('');
  const [agent, setAgent] = useState('');
  const [tags, setTags] = useState('');
  const [importance, setImportance] = useState<Importance>('high');
  const [days, setDays] = useState('7');
  const add = () =>
    void action.run(async () => {
      await change('POST /api/knowledge/rules', {
        body: {
          ...{ name: name.trim(), importance, tags: tagsOf(tags) },
          ...{ types: isType(type) ? [type] : [], agents: agent === '' ? [] : [agent] },
          expiresAt: now + Number(days) * dayMs,
        },
      });
      setName('');
    });
  return (
    <form
      className="row-wrap at-bottom retrieval-form"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field className="retrieval-anchor" label={text.ruleName}>
        {(ids) => (
          <Input
            {...ids}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
            value={name}
          />
        )}
      </Field>
      <Field className="rule-field" label={text.ruleTypes}>
        {(ids) => (
          <Select
            {...ids}
            onChange={setType}
            options={optionsOf(memoryText.types)}
            placeholder={memoryText.any}
            value={type}
          />
        )}
      </Field>
      <Field className="rule-field" label={text.ruleAgents}>
        {(ids) => (
          <Select
            {...ids}
            onChange={setAgent}
            options={agents.map(({ id, name: label }) => ({
              value: id,
              label: visibleText(label),
            }))}
            placeholder={memoryText.any}
            value={agent}
          />
        )}
      </Field>
      <Field className="rule-field" label={text.ruleTags}>
        {(ids) => <Input {...ids} onChange={(event) => setTags(event.target.value)} value={tags} />}
      </Field>
      <Field className="rule-field" label={text.ruleImportance}>
        {(ids) => (
          <Select
            {...ids}
            onChange={(value) => isImportance(value) && setImportance(value)}
            options={optionsOf(memoryText.importances)}
            value={importance}
          />
        )}
      </Field>
      <Field className="rule-field" label={text.ruleEnds}>
        {(ids) => (
          <Select {...ids} onChange={setDays} options={optionsOf(text.ruleDays)} value={days} />
        )}
      </Field>
      <Button busy={action.busy} disabled={name.trim() === ''} type="submit">
        {text.addRule}
      </Button>
      <Failed of={action.failure} />
    </form>
  );
}
