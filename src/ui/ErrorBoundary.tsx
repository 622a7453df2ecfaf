import { Component, createContext, type ErrorInfo, type ReactNode } from 'react';
import { Loading } from './Loading.tsx';

/**
 * Begins with a document of its own: what has thrown would throw again with the state that it has.
 */
export const StartAgain = createContext(() => location.reload());

interface Props {
	/**
	 * What to show instead of the children that threw; by default that, and a way to start again.
	 */
	renderFallback?: (retry: () => void) => ReactNode;
	children: ReactNode;
}

/**
 * Keeps one broken view or message from breaking everything around it. React offers this to class
 * components only.
 */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
	static override contextType = StartAgain;
	declare context: () => void;
	override state = { hasFailed: false };

	static getDerivedStateFromError() {
		return { hasFailed: true };
	}

	override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
		console.error(error, componentStack);
	}

	override render() {
		const { renderFallback = (retry) => <Loading hasFailed retry={retry} />, children } = this.props;
		return this.state.hasFailed ? renderFallback(this.context) : children;
	}
}
