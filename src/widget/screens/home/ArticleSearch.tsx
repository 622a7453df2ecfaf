import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type KeyboardEvent, useRef } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import styles from './ArticleSearch.module.css';
import { runSearch, searchAtom, typeSearch } from '../../features/articles/articles.ts';

/**
 * The search field above the articles. Enter searches at once. Escape clears the field first;
 * pressed again it closes the chat.
 */
export function ArticleSearch() {
	const { t } = useLingui();
	const { words } = useAtomValue(searchAtom);
	const type = useSetAtom(typeSearch);
	const search = useSetAtom(runSearch);
	const field = useRef<HTMLInputElement>(null);

	function clear() {
		type('');
		field.current?.focus();
	}

	function handleKey(event: KeyboardEvent) {
		if (event.nativeEvent.isComposing) return;
		if (event.key === 'Enter') void search();
		if (event.key !== 'Escape' || words === '') return;
		event.stopPropagation();
		event.preventDefault();
		type('');
	}

	return (
		<div role="search" className={styles.search}>
			<span className={styles.icon}>
				<Icon name="search" />
			</span>
			<input
				ref={field}
				className={styles.field}
				type="search"
				value={words}
				aria-label={t`Search articles`}
				placeholder={t`Search articles`}
				autoComplete="off"
				enterKeyHint="search"
				maxLength={200}
				dir="auto"
				onChange={(event) => type(event.target.value)}
				onKeyDown={handleKey}
			/>
			{words !== '' && <IconButton label={t`Clear search`} icon="close" onPress={clear} />}
		</div>
	);
}
