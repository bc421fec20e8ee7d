import { decisionText as text } from '../../../text/texts.ts';

const WIDTH = 252;

/** The agent's confidence on a scale of tenths, with the limit under which it asks. */
export function ConfidenceMeter({
  confidence,
  threshold,
}: {
  confidence: number;
  threshold: number | null;
}) {
  const at = threshold === null ? 0 : Math.min(WIDTH - 1, Math.max(1, threshold * WIDTH));
  const label = text.confidenceLabel(confidence.toFixed(2), threshold?.toFixed(2) ?? null);
  return (
    <svg
      className="full-width block"
      height="36"
      viewBox={`0 0 ${String(WIDTH)} 36`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect x="0" y="12" width={WIDTH} height="8" rx="1" fill="var(--slate-5)" />
      <rect x="0" y="12" width={confidence * WIDTH} height="8" rx="1" fill="var(--slate-11)" />
      {Array.from({ length: 11 }, (_, tenth) => tenth).map((tenth) => (
        <path
          key={tenth}
          d={`M${String(0.5 + tenth * 25.1)} 23v${tenth % 5 === 0 ? '5' : '3'}`}
          stroke="var(--slate-8)"
        />
      ))}
      {threshold !== null && (
        <g fill="var(--amber-11)">
          <path d={`M${String(at)} 8V24`} stroke="var(--amber-11)" strokeWidth="2" />
          <path d={`M${String(at)} 8 l-4 -6 h8z`} />
        </g>
      )}
    </svg>
  );
}
