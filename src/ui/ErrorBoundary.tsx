import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
	/** What to show instead of what broke; `retry` builds it anew. */
	renderFallback: (retry: () => void) => ReactNode;
	children: ReactNode;
}

/** Keeps one broken view, or message, from taking the chat with it. A class, since React offers nothing else. */
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
