import type { Offers as Lists, OfferedTool } from '@countersign/api/agents/agent-card';
import type { McpSettings } from '@countersign/hai/agent-descriptor';
import { useState } from 'react';
import { commonText, offersText as text } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Button } from '../../ui/button.tsx';
import { CallDialog } from './check/call-dialog.tsx';

interface OffersProps {
  offers: Lists;
  /** What an administrator decided about the server. */
  settings?: McpSettings | undefined;
  /** Whether this operator may start tasks. */
  mayCall: boolean;
  /** Resolves when the call is a task. */
  call: (tool: string, args: Record<string, unknown>) => Promise<void>;
}

/** Tools, resources and prompts of an MCP server; tools are called from a form. */
export function Offers({ offers, settings = {}, mayCall, call }: OffersProps) {
  const [called, setCalled] = useState<OfferedTool | null>(null);
  const { tools, resources, prompts } = offers;
  const { direct = [], roots } = settings;
  // A name that is mistyped, or a tool that has been renamed, would allow nothing without a word.
  const unlisted = direct.filter((name) => !tools.some((tool) => tool.name === name));
  return (
    <>
      <section aria-label={text.tools}>
        <h2>{text.tools}</h2>
        {tools.length === 0 ? <p className="muted">{text.noTools}</p> : null}
        <ul className="agent-lines small">
          {tools.map((tool) => (
            <li key={tool.name}>
              <span className="grow stack breakable offer-words" dir="auto">
                <span>
                  <b lang="">{visibleText(tool.title ?? tool.name)}</b>{' '}
                  {tool.title === null ? null : <code lang="">{visibleText(tool.name)}</code>}
                </span>
                {tool.description === null ? null : (
                  <span lang="">{visibleText(tool.description)}</span>
                )}
                <Claims tool={tool} />
                {direct.includes(tool.name) ? (
                  <span>{tool.hints.destructive === true ? text.notDirect : text.isDirect}</span>
                ) : null}
              </span>
              {mayCall ? (
                <Button
                  aria-label={text.callTool(visibleText(tool.title ?? tool.name))}
                  onClick={() => setCalled(tool)}
                >
                  {text.call}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
        {unlisted.length === 0 ? null : (
          <p className="small breakable">
            {text.notListed(commonText.inRow(unlisted.map((name) => visibleText(name))))}
          </p>
        )}
      </section>
      {roots === undefined ? null : (
        <section aria-label={text.roots}>
          <h2>{text.roots}</h2>
          <ul className="agent-lines small">
            {roots.length === 0 ? <li className="muted">{text.noRoots}</li> : null}
            {roots.map(({ uri, name }) => (
              <li className="agent-interface breakable" dir="auto" key={uri}>
                <code>{visibleText(uri)}</code>
                {name === undefined ? null : <span className="muted">{visibleText(name)}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Names
        title={text.resources}
        items={resources.map(({ uri, name }) => ({ id: uri, name, detail: uri }))}
      />
      <Names
        title={text.prompts}
        items={prompts.map(({ name, title, description }) => ({
          id: name,
          name: title ?? name,
          detail: description ?? '',
        }))}
      />
      {called === null ? null : (
        <CallDialog
          call={(args) => call(called.name, args)}
          onClose={() => setCalled(null)}
          tool={called}
        />
      )}
    </>
  );
}

const hints = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

/** What the server claims about a tool: words, no colour, because nothing follows from it. */
function Claims({ tool }: { tool: OfferedTool }) {
  const said = hints.filter((hint) => tool.hints[hint] === true).map((hint) => text[hint]);
  if (said.length === 0) return null;
  return (
    <span className="muted">
      {text.claims}
      {commonText.gap}
      {commonText.inRow(said)}
    </span>
  );
}

function Names({
  title,
  items,
}: {
  title: string;
  items: readonly { id: string; name: string; detail: string }[];
}) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="agent-lines small">
        {items.map(({ id, name, detail }) => (
          <li className="agent-interface breakable" dir="auto" key={id} lang="">
            <b>{visibleText(name)}</b>
            {detail === '' ? null : <span className="muted">{visibleText(detail)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
