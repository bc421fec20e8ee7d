import { may } from '@countersign/desk/permissions';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useAgentNames } from '../../../live/agent-names.ts';
import type { KnowledgeSettingsState } from '../../../live/knowledge-types.ts';
import { useAgents, useMe } from '../../../live/queries.ts';
import { useClient } from '../../../live/session/client-context.tsx';
import { useAction } from '../../../live/use-action.ts';
import { useReadAgain, useRoute } from '../../../live/use-route.ts';
import { knowledgeText, memoryText, learningText as text } from '../../../text/knowledge.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { Select } from '../../../ui/select.tsx';
import { Failed, isChanged, Reading } from '../list-parts.tsx';
import { tagsOf } from '../memories/content-fields.ts';
import './learning-panel.css';

type AgentSetting = KnowledgeSettingsState['agents'][number];
type Type = AgentSetting['types'][number];
const types = Object.keys(memoryText.types) as Type[];

/** What agents are given at all: the off switch, and settings of single agents. */
export function LearningPanel() {
  const settings = useRoute('GET /api/knowledge/settings', {});
  return (
    <Reading of={settings}>
      {settings.data === undefined ? null : <Form settings={settings.data} />}
    </Reading>
  );
}

/** The settings as they are edited, and what is done with them. */
function useLearningForm(settings: KnowledgeSettingsState) {
  const { call } = useClient().api;
  const changed = useReadAgain('/api/knowledge/');
  const action = useAction();
  // What the form was made from: it is rebuilt only on request, and keeps what was typed.
  const [start, setStart] = useState(settings);
  const [round, setRound] = useState(0);
  const [agents, setAgents] = useState(settings.agents);
  const [limit, setLimit] = useState(String(settings.limit));
  const limitNumber = Number(limit);
  const isLimit = Number.isInteger(limitNumber) && limitNumber >= 1 && limitNumber <= 50;
  const isOvertaken = settings.version > start.version;
  const put = async ({ version, isOn, learns, ...own }: KnowledgeSettingsState) => {
    const body = { version, isOn, learns, agents: own.agents, limit: own.limit };
    const made = await call('PUT /api/knowledge/settings', { body });
    if (version === start.version) setStart(made);
    await changed();
  };
  const save = () =>
    void action.run(() => put({ ...settings, version: start.version, agents, limit: limitNumber }));
  // It changes nothing else: neither what was only typed, nor what someone else has saved.
  const flip = (own: { isOn: boolean } | { learns: boolean }) =>
    void action.run(() => put({ ...settings, ...own }));
  const readAgain = () =>
    void action.run(async () => {
      const now = await call('GET /api/knowledge/settings');
      setStart(now);
      setAgents(now.agents);
      setLimit(String(now.limit));
      setRound(round + 1);
      await changed();
    });
  const agentAt = (index: number, own: Partial<AgentSetting>) =>
    setAgents(agents.map((each, at) => (at === index ? { ...each, ...own } : each)));
  return {
    ...{ agents, setAgents, agentAt, limit, setLimit, isLimit },
    ...{ isOvertaken, round, action, save, flip, readAgain },
  };
}

function Form({ settings }: { settings: KnowledgeSettingsState }) {
  const nameOf = useAgentNames();
  const mayChange = may(useMe().data, 'administer');
  const { agents, setAgents, limit, setLimit, isLimit, isOvertaken, round, ...its } =
    useLearningForm(settings);
  const { action } = its;
  return (
    <form
      className="stack learning"
      onSubmit={(event) => {
        event.preventDefault();
        if (isLimit) its.save();
      }}
    >
      <h2>{text.title}</h2>
      {mayChange ? null : <Banner>{knowledgeText.adminOnly}</Banner>}
      {isOvertaken || isChanged(action.failure) ? (
        <Banner
          action={<Button onClick={its.readAgain}>{text.readAgain}</Button>}
          role="alert"
          tone="need"
        >
          <b className="strong">{text.changed}</b>
          <p className="small">{text.changedDetail}</p>
        </Banner>
      ) : (
        <Failed of={action.failure} />
      )}
      {/* An emergency switch: it acts at once. */}
      <Switch
        checked={settings.isOn}
        disabled={!mayChange}
        help={text.onDetail}
        label={text.on}
        onChange={(isOn) => its.flip({ isOn })}
      />
      <Switch
        checked={settings.learns}
        disabled={!mayChange}
        help={text.learnsDetail}
        label={text.learns}
        onChange={(learns) => its.flip({ learns })}
      />
      <Field className="learning-limit" error={isLimit ? null : text.limitFault} label={text.limit}>
        {(ids) => (
          <Input
            {...ids}
            disabled={!mayChange}
            inputMode="numeric"
            onChange={(event) => setLimit(event.target.value)}
            unit={text.limitUnit}
            value={limit}
          />
        )}
      </Field>
      <fieldset className="unframed stack">
        <legend className="strong">{text.agents}</legend>
        <p className="small muted">{agents.length === 0 ? text.noAgents : text.agentsDetail}</p>
        {agents.map((setting, index) => (
          <AgentFields
            key={`${String(round)} ${setting.agent}`}
            mayChange={mayChange}
            name={visibleText(nameOf(setting.agent))}
            onChange={(own) => its.agentAt(index, own)}
            onRemove={() => setAgents(agents.filter((_, at) => at !== index))}
            setting={setting}
          />
        ))}
        {mayChange ? (
          <AddAgent
            known={agents.map(({ agent }) => agent)}
            onAdd={(agent) => setAgents([...agents, { agent, isOn: true, types: [], tags: [] }])}
          />
        ) : null}
      </fieldset>
      <div className="row-wrap">
        {mayChange ? (
          <Button busy={action.busy} disabled={!isLimit} type="submit" variant="primary">
            {text.save}
          </Button>
        ) : null}
        <span className="small muted">
          {settings.changedBy === null
            ? text.never
            : text.changedBy(visibleText(nameOf(`operator:${settings.changedBy}`)))}
        </span>
      </div>
    </form>
  );
}

interface AgentFieldsProps {
  setting: AgentSetting;
  name: string;
  mayChange: boolean;
  onChange: (own: Partial<AgentSetting>) => void;
  onRemove: () => void;
}

function AgentFields({ setting, name, mayChange, onChange, onRemove }: AgentFieldsProps) {
  const [tags, setTags] = useState(setting.tags.join(', '));
  return (
    <fieldset className="framed stack learning-agent" disabled={!mayChange}>
      <legend className="visually-hidden">{name}</legend>
      <div className="row">
        <b className="strong truncate" dir="auto" lang="">
          {visibleText(name)}
        </b>
        {mayChange ? (
          <span className="to-end">
            <IconButton icon={X} label={text.removeAgent(name)} onClick={onRemove} />
          </span>
        ) : null}
      </div>
      <Checkbox
        checked={setting.isOn}
        disabled={!mayChange}
        label={text.given}
        onChange={(isOn) => onChange({ isOn })}
      />
      {setting.isOn ? (
        <>
          <fieldset className="unframed running">
            <legend className="small muted">{text.types}</legend>
            {types.map((type) => (
              <Checkbox
                checked={setting.types.includes(type)}
                disabled={!mayChange}
                key={type}
                label={memoryText.types[type]}
                onChange={(on) =>
                  onChange({
                    types: on
                      ? [...setting.types, type]
                      : setting.types.filter((each) => each !== type),
                  })
                }
              />
            ))}
          </fieldset>
          <Field help={text.tagsHelp} label={text.tags}>
            {(ids) => (
              <Input
                {...ids}
                disabled={!mayChange}
                onChange={(event) => {
                  setTags(event.target.value);
                  onChange({ tags: tagsOf(event.target.value) });
                }}
                value={tags}
              />
            )}
          </Field>
        </>
      ) : null}
    </fieldset>
  );
}

function AddAgent({ known, onAdd }: { known: readonly string[]; onAdd: (id: string) => void }) {
  const agents = (useAgents().data ?? []).filter(({ id }) => !known.includes(id));
  if (agents.length === 0) return null;
  return (
    <Select
      aria-label={text.add}
      className="learning-add"
      onChange={(id) => id !== '' && onAdd(id)}
      options={agents.map(({ id, name }) => ({ value: id, label: visibleText(name) }))}
      placeholder={text.add}
      value=""
    />
  );
}
