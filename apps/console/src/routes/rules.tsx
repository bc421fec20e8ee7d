import type { CreateRule, Rule, RuleList as Rules } from '@countersign/api/rule';
import { may } from '@countersign/desk/permissions';
import { ruleState } from '@countersign/desk/rule-state';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { KillSwitch } from '../features/rules/kill-switch.tsx';
import { originOf, proposeConditions } from '../features/rules/propose.ts';
import { RuleEditor } from '../features/rules/rule-editor.tsx';
import { newRuleForm, ruleForm } from '../features/rules/rule-form.ts';
import { RuleCount, RuleList } from '../features/rules/rule-list.tsx';
import { RuleStateBadge } from '../features/rules/rule-state-badge.tsx';
import { RuleTrial } from '../features/rules/rule-trial.tsx';
import { rulesCsv } from '../features/rules/rules-csv.ts';
import { UnknownAgent } from '../features/rules/unknown-agent.tsx';
import { RemoveDialog } from '../features/settings/remove-dialog.tsx';
import { Read, Section } from '../features/settings/section.tsx';
import { usePrompt } from '../live/prompts/whole-prompts.ts';
import { useAgents, useMe } from '../live/queries.ts';
import { useClient } from '../live/session/client-context.tsx';
import { useServerNow } from '../live/session/server-now.ts';
import { readAgain, routeKey, useRoute } from '../live/use-route.ts';
import { askText } from '../text/statements/asked-words.ts';
import { commonText, settingsText, rulesText as text } from '../text/texts.ts';
import { visibleText } from '../text/visible-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useCrumbs } from '../ui/crumbs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { CsvButton } from '../ui/files/csv-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useNames } from './use-names.ts';
import '../features/rules/rules.css';

const toSettings = { label: settingsText.title, to: '/settings' };
const toRules = { label: text.title, to: '/settings/rules' };

const promptLink = (promptId: string, words: ReactNode) => (
  <Link params={{ promptId }} to="/inbox/$promptId">
    {words}
  </Link>
);

/** Agents that a rule can name: those whose streams the server reads. Claimed names are not among them. */
function useAskers(): readonly { id: string; name: string }[] {
  const agents = useAgents().data;
  return useMemo(
    () => (agents ?? []).map(({ id, name }) => ({ id, name: visibleText(name) })),
    [agents],
  );
}

/** The kill switch and every rule. */
export function RulesPage() {
  const { call } = useClient().api;
  const cache = useQueryClient();
  const rules = useRoute('GET /api/rules', {});
  const agents = useAgents().data;
  const me = useMe().data;
  const { agentName } = useNames();
  const { serverNow } = useClient();
  const list = rules.data;
  const isAdmin = may(me, 'administer');
  useCrumbs([toSettings, { label: text.title }]);
  const stop = async (stopped: boolean) =>
    cache.setQueryData<Rules>(
      routeKey('GET /api/rules', {}),
      await call('PUT /api/rules/stopped', { body: { stopped } }),
    );
  const actions = (
    <span className="row-tight">
      {list === undefined || list.items.length === 0 ? null : (
        <CsvButton name="rules" table={() => rulesCsv(list, { now: serverNow(), agentName })} />
      )}
      {isAdmin ? (
        <Link className="button" to="/settings/rules/new">
          <Plus aria-hidden className="icon" />
          {text.add}
        </Link>
      ) : null}
    </span>
  );
  return (
    <Section action={actions} lead={text.lead} title={text.title}>
      <Read of={rules}>
        {({ items, stopped }) => (
          <>
            <KillSwitch
              mayStart={isAdmin}
              mayStop={may(me, 'work')}
              me={me?.name ?? ''}
              stop={stop}
              stopped={stopped}
            />
            {me === undefined || isAdmin ? null : (
              <p className="small muted">{text.adminChanges}</p>
            )}
            {items.length === 0 ? (
              <EmptyState title={text.none}>{text.noneDetail}</EmptyState>
            ) : (
              <RuleList
                agentName={agentName}
                agents={agents}
                isStopped={stopped !== null}
                ruleLink={(ruleId, name) => (
                  <Link params={{ ruleId }} to="/settings/rules/$ruleId">
                    {name}
                  </Link>
                )}
                rules={items}
              />
            )}
          </>
        )}
      </Read>
    </Section>
  );
}

/** A new rule, from nothing or from a prompt. */
export function NewRulePage() {
  const { from = null } = useSearch({ from: '/frame/settings/rules/new' });
  const source = usePrompt(from);
  const client = useClient();
  const { call } = useClient().api;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const agents = useAskers();
  const me = useMe().data;
  useCrumbs([toSettings, toRules, { label: text.form.newTitle }]);
  const prompt = source.data ?? null;
  const waits = from !== null && source.isPending;
  const save = async (body: CreateRule, andTry: boolean) => {
    const rule = await call('POST /api/rules', { body });
    // The rule is kept for any result of the dry run; its own page shows it.
    if (andTry)
      await call('POST /api/rules/:id/dry-run', { params: { id: rule.id } }).catch(() => {});
    await readAgain(cache, '/api/rules');
    await navigate({ to: '/settings/rules/$ruleId', params: { ruleId: rule.id }, replace: true });
  };
  return (
    <Section title={text.form.newTitle}>
      {me !== undefined && !may(me, 'administer') ? <Banner>{text.adminChanges}</Banner> : null}
      {source.isError ? <Banner tone="need">{text.form.fromFailed}</Banner> : null}
      {prompt === null ? null : (
        <p className="small">
          <span className="muted">{text.form.from}</span>{' '}
          {promptLink(prompt.id, visibleText(askText(prompt)))}
        </p>
      )}
      {waits ? (
        <Skeleton rows={4} />
      ) : (
        <RuleEditor
          agents={agents}
          isSaved={false}
          mayEdit={may(me, 'administer')}
          now={client.serverNow}
          onDirty={() => {}}
          proposals={prompt === null ? [] : proposeConditions(prompt.message.payload)}
          save={save}
          start={newRuleForm(prompt === null ? null : originOf(prompt), client.serverNow())}
        />
      )}
    </Section>
  );
}

/** One rule: its form, its trial, its switch. */
export function RulePage() {
  const { ruleId } = useParams({ from: '/frame/settings/rules/$ruleId' });
  const rules = useRoute('GET /api/rules', {});
  const rule = rules.data?.items.find(({ id }) => id === ruleId);
  useCrumbs([toSettings, toRules, { label: visibleText(rule?.name ?? text.form.editTitle) }]);
  return (
    <Section title={visibleText(rule?.name ?? text.form.editTitle)}>
      <Read of={rules}>
        {({ stopped }) =>
          rule === undefined ? (
            <EmptyState
              action={
                <Link className="button" to="/settings/rules">
                  {text.back}
                </Link>
              }
              title={text.notFound}
            >
              {text.notFoundDetail}
            </EmptyState>
          ) : (
            <OneRule isStopped={stopped !== null} key={ruleId} rule={rule} />
          )
        }
      </Read>
    </Section>
  );
}

function OneRule({ rule, isStopped }: { rule: Rule; isStopped: boolean }) {
  const client = useClient();
  const { call } = useClient().api;
  const rules = useRoute('GET /api/rules', {});
  const navigate = useNavigate();
  const agents = useAskers();
  const registered = useAgents().data;
  const now = useServerNow();
  const mayEdit = may(useMe().data, 'administer');
  const [dirty, setDirty] = useState(false);
  const [removing, setRemoving] = useState(false);
  // The version the form was made from, and the newest one that its operator has seen.
  const [start, setStart] = useState(rule);
  const [known, setKnown] = useState(rule.version);
  const again = () => rules.refetch();
  const startFrom = (newer: Rule) => {
    setStart(newer);
    setKnown(newer.version);
    setDirty(false);
  };
  // An unchanged form follows the current version of the rule; a changed one is not updated.
  if (!dirty && rule.version > known) startFrom(rule);
  const save = async (body: CreateRule, andTry: boolean) => {
    const { version } = await call('PUT /api/rules/:id', { params: { id: rule.id }, body });
    setKnown(version);
    if (andTry)
      await call('POST /api/rules/:id/dry-run', { params: { id: rule.id } }).finally(again);
    else await again();
  };
  const remove = async () => {
    await call('DELETE /api/rules/:id', { params: { id: rule.id } });
    await navigate({ to: '/settings/rules' });
    await again();
  };
  const notice =
    rule.version > known ? (
      <Banner
        action={<Button onClick={() => startFrom(rule)}>{text.form.takeTheirs}</Button>}
        role="alert"
        tone="need"
      >
        <b className="strong">{text.form.newer(visibleText(rule.updatedBy), rule.version)}</b>
        {commonText.gap}
        {text.form.newerDetail}
      </Banner>
    ) : null;
  return (
    <>
      <p className="row wrapping settings-wrap small muted">
        <RuleStateBadge state={ruleState(rule, isStopped, now)} />
        <span>
          <RuleCount rule={rule} /> · {text.by(visibleText(rule.updatedBy))}
        </span>
      </p>
      {mayEdit ? null : <Banner>{text.adminChanges}</Banner>}
      <UnknownAgent agentId={rule.match.agentId} agents={registered} />
      <div className="at-top rule-page stack">
        <RuleEditor
          agents={agents}
          isSaved
          key={start.version}
          mayEdit={mayEdit}
          notice={notice}
          now={client.serverNow}
          onDirty={setDirty}
          proposals={[]}
          save={save}
          start={ruleForm(start)}
        >
          <Button icon={Trash2} onClick={() => setRemoving(true)} variant="ghost">
            {text.form.remove}
          </Button>
        </RuleEditor>
        <RuleTrial
          dirty={dirty}
          enable={(enabled) =>
            call('POST /api/rules/:id/enabled', {
              params: { id: rule.id },
              body: { enabled, version: rule.version },
            }).finally(again)
          }
          mayEdit={mayEdit}
          promptLink={promptLink}
          rule={rule}
          tryIt={() =>
            call('POST /api/rules/:id/dry-run', { params: { id: rule.id } }).finally(again)
          }
        />
      </div>
      <RemoveDialog
        detail={text.form.removeDetail}
        onClose={() => setRemoving(false)}
        remove={remove}
        title={removing ? text.form.removeAsk(rule.name) : null}
        yes={text.form.remove}
      />
    </>
  );
}
