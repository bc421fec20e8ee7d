import type { Agent } from '@countersign/api/agent';
import type { AgentTest, TestAgent } from '@countersign/api/agents/agent-test';
import type { Library } from '@countersign/api/agents/library';
import type { Protocol } from '@countersign/api/agents/protocol';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { useState } from 'react';
import { agentsText, commonText } from '../../text/texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogCancel } from '../../ui/dialog-cancel.tsx';
import { useFirstFault } from '../../ui/hooks/use-first-fault.ts';
import { AgentEndpoints } from './agent-endpoints.tsx';
import { AgentExtras } from './agent-extras.tsx';
import { fullUrl, isUrl, testBodyOf } from './agent-form-data.ts';
import { AgentAbout, AgentAddress, AgentNames } from './agent-identity.tsx';
import { AgentTrial } from './check/agent-trial.tsx';
import { McpSettingsFields } from './mcp-settings-fields.tsx';
import { useAgentForm } from './use-agent-form.ts';
import { useSuggestions } from './use-suggestions.ts';
import './agent-dialog.css';
import { CopyButton } from '../../ui/copy-button.tsx';
import { installLine } from '../../ui/texts/install-line.ts';

const words = agentsText.form;

interface AgentDialogProps {
  /** The agent to edit, null to add one. */
  agent: Agent | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  save: (body: AgentDescriptor) => Promise<void>;
  /** Finds out whether it can be reached; with `startRun`, by a real run. */
  test: (body: TestAgent) => Promise<AgentTest>;
  /** The protocols agents may use, as the server describes them. */
  protocols: readonly Protocol[];
  /** What an author can install from this server; empty for an agent that is edited. */
  libraries: readonly Library[];
  /** Ids of the agents there are. */
  taken: readonly string[];
}

/** Adds an agent by its URL, or edits one. */
export function AgentDialog(props: AgentDialogProps) {
  const { agent, open, onOpenChange } = props;
  const title = agent ? words.editTitle(agent.name) : words.addTitle;
  return (
    <Dialog onOpenChange={onOpenChange} open={open} title={title} wide>
      <Form key={agent?.id ?? ''} {...props} />
    </Dialog>
  );
}

function Form({ agent, save, test, taken, protocols, libraries }: AgentDialogProps) {
  const state = useAgentForm({ agent, save, taken });
  const { form, set, errors, failure, busy } = state;
  const suggestions = useSuggestions(state);
  const ref = useFirstFault(errors);
  const [wantsHeader, setWantsHeader] = useState(false);
  const url = fullUrl(form.url);
  const protocol = protocols.find(({ id }) => id === form.protocol);
  const uses = (field: Protocol['fields'][number]) => protocol?.fields.includes(field) ?? true;
  const kept =
    agent && agent.headerNames.length > 0
      ? words.headersKept(commonText.inRow(agent.headerNames))
      : agent?.secretLost
        ? words.secretLost
        : null;
  return (
    <form
      className="dialog-form stack-wide"
      noValidate
      onPaste={state.paste}
      onSubmit={state.submit}
      ref={ref}
    >
      <p className="small muted" role="status">
        {state.filled ? words.filled : words.pasteHint}
      </p>
      <LibraryLines libraries={libraries} />
      <AgentAddress protocol={protocol} protocols={protocols} state={state} />
      <AgentTrial
        body={isUrl(url) ? testBodyOf(form, agent) : null}
        onWantsHeader={setWantsHeader}
        suggestions={suggestions}
        test={test}
      />
      <AgentNames agent={agent} state={state} />
      <AgentAbout agent={agent} state={state} />
      <AgentEndpoints
        controls={protocol?.controls ?? []}
        errors={errors}
        form={form}
        set={set}
        uses={uses}
      />
      {protocol?.fields.includes('mcp') === true && (
        <McpSettingsFields errors={errors} form={form} set={set} />
      )}
      <AgentExtras
        agent={agent}
        errors={wantsHeader ? { headers: words.headersWanted, ...errors } : errors}
        form={form}
        kept={kept}
        set={set}
        takesTools={uses('tools')}
      />
      {failure === null ? null : (
        <Banner role="alert" tone="fail">
          <b className="strong">{words.failed}</b>
          <p className="small">{failure}</p>
        </Banner>
      )}
      <div className="row at-end on-canvas sticky-end agent-form-end">
        <DialogCancel />
        <Button busy={busy} type="submit" variant="primary">
          {busy ? words.saving : words.save}
        </Button>
      </div>
    </form>
  );
}

/** How an author installs what an agent is written with, from this server: at the address by which the console was opened. */
function LibraryLines({ libraries }: { libraries: readonly Library[] }) {
  if (libraries.length === 0) return null;
  return (
    <section aria-label={words.libraries.label} className="stack">
      <p className="small muted">{words.libraries.lead}</p>
      {libraries.map((library) => {
        const { kind } = library;
        const line = installLine(library);
        return (
          <div className="copy-line small" key={kind}>
            <CopyButton
              className="link small copy-inside"
              of={words.libraries[kind]}
              text={() => line}
            />
            <code className="library-line">{line}</code>
          </div>
        );
      })}
    </section>
  );
}
