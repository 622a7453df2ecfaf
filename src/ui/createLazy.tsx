import type { FunctionComponent } from 'react';
import { Loading } from './Loading.tsx';
import { type Loaded, useLoaded } from './useLoaded.ts';

/**
 * A component in a chunk of its own, which is downloaded when it is first drawn. `load` rejects where that fails; `Fallback`
 * stands in its place until it is there.
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
