import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { loadURLPattern } from '#client/loadURLPattern.ts';
import { matchesPage } from '#protocol/base/pagePattern.ts';
import { Icon } from '#ui/Icon.tsx';
import { FieldFrame } from '#ui/form/FieldFrame.tsx';
import { CHECK } from '../../common/icons.ts';
import styles from './AddressTest.module.css';

/** Says whether a page's address matches the pattern, as the widget will find. */
export function AddressTest({ pattern }: { pattern: string }) {
	const { t } = useLingui();
	const [page, setPage] = useState('');
	const matches = useMatch(pattern, page.trim());
	return (
		<div className={styles.test}>
			<FieldFrame label={t`Try an address`} isRequired={false} error={undefined}>
				{(control) => (
					<input
						{...control}
						type="text"
						name="tried_address"
						dir="ltr"
						autoComplete="off"
						autoCapitalize="none"
						spellCheck={false}
						placeholder="https://"
						value={page}
						onChange={({ target }) => setPage(target.value)}
						onKeyDown={(event) => {
							// The form is not sent from a field that is not part of it.
							if (event.key === 'Enter') event.preventDefault();
						}}
					/>
				)}
			</FieldFrame>
			<p className={styles.outcome} role="status" data-matches={matches}>
				{matches !== undefined && <Icon name={matches ? CHECK : 'close'} />}
				{matches === true && <Trans>This page would match.</Trans>}
				{matches === false && <Trans>This page would not match.</Trans>}
			</p>
		</div>
	);
}

/** Undefined while one of them is empty, and until the browser can tell. */
function useMatch(pattern: string, page: string): boolean | undefined {
	const [known, setKnown] = useState<{ pattern: string; page: string; matches: boolean }>();
	useEffect(() => {
		if (!pattern || !page) return;
		let isGone = false;
		loadURLPattern().then(
			(Pattern) => {
				if (!isGone) setKnown({ pattern, page, matches: URL.canParse(page) && matchesPage(pattern, page, Pattern) });
			},
			(error: unknown) => console.debug('The pattern cannot be tried', error),
		);
		return () => {
			isGone = true;
		};
	}, [pattern, page]);
	return known?.pattern === pattern && known.page === page ? known.matches : undefined;
}
