import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
	/** What to show instead of the children that threw; `retry` draws them again. */
	renderFallback: (retry: () => void) => ReactNode;
	children: ReactNode;
}

/** Keeps one broken view or message from breaking the whole chat. React offers this to class components only. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
	override state = { hasFailed: false };

	static getDerivedStateFromError() {
		return { hasFailed: true };
	}

	override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
		console.error(error, componentStack);
	}

	readonly #retry = () => this.setState({ hasFailed: false });

	override render() {
		const { renderFallback, children } = this.props;
		return this.state.hasFailed ? renderFallback(this.#retry) : children;
	}
}
