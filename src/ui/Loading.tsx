import { useLingui } from '@lingui/react/macro';
import { Button } from './Button.tsx';
import styles from './Loading.module.css';
import { Spinner } from './Spinner.tsx';
import { useFocusHandover } from './useFocusHandover.ts';
import type { Loaded } from './useLoaded.ts';

/** Stands in place of a part that is loading or could not be loaded. */
export function Loading({ hasFailed, retry }: Pick<Loaded<object>, 'hasFailed' | 'retry'>) {
	return hasFailed ? <Failure retry={retry} /> : <Spinner />;
}

function Failure({ retry }: Pick<Loaded<object>, 'retry'>) {
	const { t } = useLingui();
	const place = useFocusHandover<HTMLDivElement>();
	return (
		<div ref={place} className={styles.failure} role="alert">
			<p>{t`This could not be loaded.`}</p>
			<Button kind="quiet" onPress={retry}>{t`Try again`}</Button>
		</div>
	);
}
