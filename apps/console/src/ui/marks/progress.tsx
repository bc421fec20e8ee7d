import './progress.css';

/** Progress as agents send it: a share, a percentage, or a word. */
export function shareOf(progress: unknown): number | null {
  const isFigure = typeof progress === 'string' && /^\s*\d+(\.\d+)?\s*%?\s*$/.test(progress);
  const value = isFigure ? Number.parseFloat(progress) : progress;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Math.min(1, Math.max(0, value > 1 ? value / 100 : value));
}

export function Progress({ share, label }: { share: number; label: string }) {
  return (
    <span
      aria-label={label}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={Math.round(share * 100)}
      className="rigid clipped progress-bar"
      role="progressbar"
    >
      <i data-done={share === 1 || undefined} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
