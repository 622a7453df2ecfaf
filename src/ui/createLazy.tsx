import type { FunctionComponent } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Loading } from './Loading.tsx';
import { type Loaded, useLoaded } from './useLoaded.ts';

/**
 * A component in a chunk of its own, which loads when the component is first drawn. Until then, and
 * if it throws, `Fallback` takes its place. `load` rejects where the chunk could not be loaded.
 */
export function createLazy<P extends object>(
	load: () => Promise<FunctionComponent<P>>,
	Fallback: FunctionComponent<P & Pick<Loaded<object>, 'hasFailed' | 'retry'>> = Loading,
): FunctionComponent<P> {
	return function Lazy(props: P) {
		const { value: Component, ...rest } = useLoaded(load);
		if (!Component) return <Fallback {...props} {...rest} />;
		return (
			<ErrorBoundary renderFallback={(retry) => <Fallback {...props} hasFailed retry={retry} />}>
				<Component {...props} />
			</ErrorBoundary>
		);
	};
}
