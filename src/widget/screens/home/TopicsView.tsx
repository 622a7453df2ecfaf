// chunk: TopicsView
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { useEffect } from 'react';
import type { OfferedTopic } from '#protocol/entities/channel.ts';
import { Button } from '#ui/Button.tsx';
import { createLazy } from '#ui/createLazy.tsx';
import { Icon } from '#ui/Icon.tsx';
import { channelAtom } from '../../features/channel/channel.ts';
import { hostAtom } from '../../features/host/host.ts';
import { loadWithTexts } from '../../features/language/loadWithTexts.ts';
import styles from './TopicsView.module.css';

interface Props {
	/** With the id of the topic that the visitor has chosen. */
	onStart: (topic?: string) => void;
}

/** Loads at once: there is nothing else to read. */
const LazyShelf = createLazy(async () => (await loadWithTexts(() => import('./PopularArticlesView.tsx'))).ArticleShelf);

/**
 * In place of home's button, where the channel has topics: a button for each, unless the page has
 * chosen one, and one for everything else. Where the chat begins with articles, these come first.
 */
export function TopicsView({ onStart }: Props) {
	const { t } = useLingui();
	const { topics = [], articlesOnly } = useAtomValue(channelAtom);
	const { topic: named } = useAtomValue(hostAtom);
	const isChosen = topics.some(({ id }) => id === named);
	useEffect(() => {
		if (named && !isChosen) warnOfUnknown(named, topics);
	}, [named, isChosen, topics]);
	return (
		<div className={styles.ways}>
			{articlesOnly && (
				<div className={styles.shelf}>
					<LazyShelf />
				</div>
			)}
			{(isChosen ? [] : topics).map(({ id, name }) => (
				<Button key={id} kind="quiet" onPress={() => onStart(id)}>
					<bdi>{name}</bdi>
					<Icon name="forward" isDirectional />
				</Button>
			))}
			<Button kind={articlesOnly ? 'quiet' : 'primary'} onPress={() => onStart()}>
				{t`Start Conversation`}
				<Icon name="forward" isDirectional />
			</Button>
		</div>
	);
}

/** Tells the page's developer. */
function warnOfUnknown(topic: string, topics: readonly OfferedTopic[]): void {
	const known = topics.map(({ id }) => id).join(', ');
	console.warn(`live-chat-widget: the website has no topic "${topic}". Its topics: ${known}`);
}
