import { givenText as text } from '../../../text/knowledge.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { useFilter } from '../use-filter.ts';
import { EffectPanel } from './effect-panel.tsx';
import { GivenRuns } from './given-runs.tsx';
import { LearningPanel } from './learning-panel.tsx';

const parts = ['runs', 'effect', 'learning'] as const;

/** What runs were given, what it changed, and what they are given at all. */
export function GivenView() {
  const [given, change] = useFilter();
  const part = parts.find((each) => each === given['show']) ?? 'runs';
  return (
    <>
      <div className="line-below row-wrap rigid toolbar">
        <Segmented
          label={text.views.label}
          onChange={(next) => change({ show: next === 'runs' ? '' : next })}
          options={parts.map((value) => ({ value, label: text.views[value] }))}
          value={part}
        />
      </div>
      <div className="scroll-area knowledge-body large-boxes-on-phone stack-wide knowledge-page">
        {part === 'runs' ? <GivenRuns /> : null}
        {part === 'effect' ? <EffectPanel /> : null}
        {part === 'learning' ? <LearningPanel /> : null}
      </div>
    </>
  );
}
