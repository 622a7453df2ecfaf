import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';

interface Props {
	/** Shown instead of what broke; `onRetry` builds it anew. */
	Fallback: ComponentType<{ onRetry: () => void }>;
	children: ReactNode;
}

/** Keeps one broken view from taking the chat with it. A class, since React offers nothing else. */
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
		const { Fallback, children } = this.props;
		return this.state.hasFailed ? <Fallback onRetry={this.#retry} /> : children;
	}
}
