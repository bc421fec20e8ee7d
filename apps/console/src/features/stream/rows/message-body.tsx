import type { Part } from '@countersign/thread/thread';
import { type CSSProperties, useState } from 'react';
import { streamText } from '../../../text/texts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import { blockRows } from '../block-rows.ts';
import { OutputView } from '../outputs/output-view.tsx';
import { plainColour } from '../outputs/plain-colour.ts';
import { Disclosure } from './disclosure.tsx';
import type { BodyNode } from './message-segments.ts';
import { Thinking } from './thinking-row.tsx';

/** The parts of a message. `open`: its last part is still being written. */
export function MessageBody({ nodes, open }: { nodes: readonly BodyNode[]; open: boolean }) {
  const last = nodes.at(-1);
  return nodes.map((node) => <Node key={node.key} node={node} open={open && node === last} />);
}

function Node({ node, open }: { node: BodyNode; open: boolean }) {
  if (node.kind === 'part') return <PartView open={open} part={node.part} />;
  if (node.kind === 'fold') return <Fold node={node} open={open} />;
  return (
    <div className="output-block ruled stack-close" style={safeColour(node.background)}>
      {blockRows(node.nodes).map(({ key, nodes }) =>
        nodes.length === 1 ? (
          <MessageBody key={key} nodes={nodes} open={open && nodes[0] === node.nodes.at(-1)} />
        ) : (
          <div className="row at-top output-row" key={key}>
            <MessageBody nodes={nodes} open={false} />
          </div>
        ),
      )}
    </div>
  );
}

function PartView({ part, open }: { part: Part; open: boolean }) {
  if (part.kind === 'text') return <Markdown open={open} text={part.text} />;
  if (part.kind === 'thinking') return <Thinking open={open} part={part} />;
  return <OutputView open={open} output={part.output} />;
}

function Fold({ node, open }: { node: Extract<BodyNode, { kind: 'fold' }>; open: boolean }) {
  const [shown, setShown] = useState(!node.folded);
  return (
    <div className="stream-fold">
      <Disclosure
        className="event-head row nowrap fold-head"
        lead
        onToggle={() => setShown(!shown)}
        open={shown}
      >
        <span className="truncate" dir="auto" lang="">
          {visibleText(node.title || streamText.output.fold)}
        </span>
      </Disclosure>
      {shown ? (
        <div className="fold-body ruled">
          <MessageBody nodes={node.nodes} open={open} />
        </div>
      ) : null}
    </div>
  );
}

/**
 * The background an agent requests for a block: in full as the colour of its edge, and behind the text at 8 %, with which every text
 * of the theme keeps its contrast. Only plain colours are accepted; anything else can load or cover something.
 */
function safeColour(background: string | null): CSSProperties | undefined {
  // `default`: a background is requested without a colour. A block has the theme's background anyway.
  const colour = background === 'default' ? null : plainColour(background);
  if (colour === null) return undefined;
  return {
    borderLeftColor: colour,
    backgroundColor: `color-mix(in srgb, ${colour} 8%, transparent)`,
  };
}
