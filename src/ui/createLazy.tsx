import type { FunctionComponent } from 'react';
import { Loading } from './Loading.tsx';
import { type Loaded, useLoaded } from './useLoaded.ts';

/**
 * A component in a chunk of its own, which loads when the component is first drawn. Until then `Fallback` takes its place.
 * `load` rejects where the chunk could not be loaded.
 */
export function createLazy<P extends object>(
	load: () => Promise<FunctionComponent<P>>,
	Fallback: FunctionComponent<Pick<Loaded<object>, 'hasFailed' | 'retry'>> = Loading,
): FunctionComponent<P> {
	return function Lazy(props: P) {
		const { value: Component, ...rest } = useLoaded(load);
		return Component ? <Component {...props} /> : <Fallback {...rest} />;
	};
}
