import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { offeredTopicsAtom } from '../../features/topics/offered.ts';
import styles from './TopicsView.module.css';

interface Props {
	/** With the id of the topic that the visitor has chosen. */
	onStart: (topic?: string) => void;
}

/** In place of home's button, where the channel has topics: a button for each, and one for everything else. */
export function TopicsView({ onStart }: Props) {
	const { t } = useLingui();
	const topics = useAtomValue(offeredTopicsAtom);
	return (
		<div className={styles.ways}>
			{topics.map(({ id, name }) => (
				<Button key={id} kind="quiet" onPress={() => onStart(id)}>
					<bdi>{name}</bdi>
					<Icon name="forward" isDirectional />
				</Button>
			))}
			<Button kind="primary" onPress={() => onStart()}>
				{t`Start Conversation`}
				<Icon name="forward" isDirectional />
			</Button>
		</div>
	);
}
