import { Component, type ReactNode } from 'react';
import { commonText } from '../../text/texts.ts';
import { ErrorPanel } from '../error-panel.tsx';

interface Props {
  children: ReactNode;
  /** A change of this resets the panel: an id of its content. */
  resetKey?: string;
}

/** Around each panel: a faulty one does not crash the console. */
export class ErrorBoundary extends Component<
  Props,
  { error: Error | null; key: string | undefined }
> {
  override state = { error: null, key: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  static getDerivedStateFromProps(props: Props, state: { key: string | undefined }) {
    return props.resetKey === state.key ? null : { key: props.resetKey, error: null };
  }
  override render() {
    const error: Error | null = this.state.error;
    if (error === null) return this.props.children;
    return (
      <div className="full-height scrolls page">
        <ErrorPanel
          title={commonText.somethingBroke}
          detail={commonText.brokeDetail}
          onRetry={() => this.setState({ error: null })}
        >
          <p className="mono">{String(error)}</p>
        </ErrorPanel>
      </div>
    );
  }
}
