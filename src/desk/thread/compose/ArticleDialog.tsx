/**
 * Finds an article of the website's help centre by words, and puts a link to it into the message.
 */
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback, useState } from 'react';
import { FinderDialog } from '../../common/dialogs/FinderDialog.tsx';
import { useSearch } from '../../common/useSearch.ts';
import { findArticles } from './findArticles.ts';
import styles from './ArticleDialog.module.css';

interface Props {
	title: string;
	/** Slug of the help centre. */
	portal: string;
	/** The visitor's browser's language, such as `pt-BR`. */
	language: string | undefined;
	/** Where visitors reach this server. */
	baseUrl: string;
	onInsert: (markdown: string) => void;
	onClose: (hasInserted: boolean) => void;
}

export function ArticleDialog({ title, portal, language, baseUrl, onInsert, onClose }: Props) {
	const [query, setQuery] = useState('');
	const find = useSetAtom(findArticles);
	const ask = useCallback((words: string) => find({ portal, language, words }), [find, portal, language]);
	const { found, isSearching, hasFailed } = useSearch(query, ask);
	const options = (found ?? []).map((article) => ({
		key: String(article.id),
		content: (
			<span className={styles.article}>
				<bdi className={styles.title}>{article.title}</bdi>
				{article.description && <bdi className={styles.description}>{article.description}</bdi>}
			</span>
		),
		choose: () => onInsert(linkTo(article.title, `${baseUrl}/${article.link}`)),
	}));
	return (
		<FinderDialog
			title={title}
			query={query}
			onQuery={setQuery}
			isSearching={isSearching}
			groups={[{ options }]}
			note={
				hasFailed ? (
					<Trans>The search failed.</Trans>
				) : (
					found?.length === 0 && !isSearching && <Trans>No articles match your search</Trans>
				)
			}
			onClose={onClose}
		/>
	);
}

/** Brackets in the title would end the link's text early. */
function linkTo(title: string, address: string): string {
	return `[${title.replace(/[\\[\]]/g, String.raw`\$&`)}](${encodeURI(decodeURI(address))})`;
}
