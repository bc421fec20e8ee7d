import { Download, Image } from 'lucide-react';
import { lineageText as text } from '../../text/lineage.ts';
import { IconButton } from '../../ui/button.tsx';
import { coloursOf, graphSvg, savePng, saveSvg } from './export-graph.ts';
import type { DrawnLineage } from './use-drawn-lineage.ts';

interface SaveGraphProps {
  drawn: DrawnLineage;
  nameOf: (agentId: string) => string;
}

/** Saves the graph as it is drawn, as a picture. */
export function SaveGraph({ drawn, nameOf }: SaveGraphProps) {
  const { thread, graph, layout, onPath } = drawn;
  const svg = () =>
    graphSvg(graph, layout.places, {
      colours: coloursOf(document.documentElement),
      nameOf,
      path: onPath,
    });
  const name = `lineage-${thread.threadId.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`;
  return (
    <div className="lineage-save side-by-side floating">
      <IconButton icon={Download} label={text.saveSvg} onClick={() => saveSvg(svg(), name)} />
      <IconButton icon={Image} label={text.savePng} onClick={() => void savePng(svg(), name)} />
    </div>
  );
}
