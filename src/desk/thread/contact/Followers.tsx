/** Who follows the conversation; anybody of the team can be added and removed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useCallback, useState } from 'react';
import { isAborted } from '#client/rest.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useAssignable } from '../../account/useAssignable.ts';
import { PEOPLE } from '../../common/icons.ts';
import { Menu } from '../../common/Menu.tsx';
import { OutlinedButton } from '../../common/OutlinedButton.tsx';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import type { Conversation } from '../../conversations/conversation.ts';
import { agentAtom } from '../../session/session.ts';
import { useFresh } from '../../common/useFresh.ts';
import { loadFollowers, setFollowing } from '../model/followers.ts';
import styles from './Followers.module.css';

export function Followers({ conversation: { id, inboxId, assignee } }: { conversation: Conversation }) {
	const { t } = useLingui();
	const me = useAtomValue(agentAtom);
	const load = useSetAtom(loadFollowers);
	const set = useSetAtom(setFollowing);
	const [hasChangeFailed, setChangeFailed] = useState(false);
	const [isOpen, setOpen] = useState(false);
	const { agents, hasFailed } = useAssignable([inboxId], isOpen);
	// A new assignee follows it.
	const {
		value: followers,
		replace,
		...progress
	} = useFresh(
		useCallback(() => load(id), [id, load]),
		assignee?.id,
	);
	if (!followers) return <WaitingNote {...progress} />;
	const name = t`Followers`;
	const content = t`Change`;
	const isFollower = (userId: number | undefined) => followers.some((follower) => follower.id === userId);
	const change = async (userId: number): Promise<void> => {
		setChangeFailed(false);
		try {
			replace(await set(id, userId, !isFollower(userId)));
		} catch (error) {
			if (!isAborted(error)) setChangeFailed(true);
		}
	};
	const items = agents.map(({ id: userId, available_name, thumbnail }) => ({
		name: available_name,
		mark: <Avatar name={available_name} url={thumbnail} size="tiny" />,
		isChosen: isFollower(userId),
		isOneOfMany: true,
		act: () => void change(userId),
	}));
	return (
		<>
			{followers.length === 0 ? (
				<p className={styles.nobody}>
					<Trans>Nobody follows this conversation.</Trans>
				</p>
			) : (
				<ul className={styles.people}>
					{followers.map(({ id: userId, available_name, thumbnail }) => (
						<li key={userId} className={styles.person}>
							<Avatar name={available_name} url={thumbnail} size="tiny" />
							<bdi className={styles.name}>{available_name}</bdi>
						</li>
					))}
				</ul>
			)}
			<div className={styles.tools}>
				{me && (
					<OutlinedButton onPress={() => void change(me.id)}>
						{isFollower(me.id) ? <Trans>Unfollow</Trans> : <Trans>Follow</Trans>}
					</OutlinedButton>
				)}
				<Menu
					name={t`${name}: ${{ content }}`}
					items={items}
					isOpen={isOpen}
					onToggle={setOpen}
					note={
						hasFailed && (
							<p className={styles.nobody} role="alert">
								<Trans>This could not be loaded.</Trans>
							</p>
						)
					}
				>
					<Icon name={PEOPLE} />
				</Menu>
			</div>
			{hasChangeFailed && (
				<p className={styles.failure} role="alert">
					<Trans>That did not work. Try again.</Trans>
				</p>
			)}
		</>
	);
}
