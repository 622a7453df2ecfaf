import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { isOnlineAtom } from '../features/availability/availability.ts';
import { useWaitText } from '../features/availability/useWaitText.ts';
import { channelAtom } from '../features/channel/channel.ts';
import { canEndAtom } from '../features/conversation/conversation.ts';
import { requestEnd } from '../features/conversation/ending.ts';
import { hostAtom } from '../features/host/host.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './Header.module.css';
import { askToClose } from './navigate.ts';
import { replaceRoute, routeAtom } from './route.ts';

/** Expanded on home when the channel has something to say there, collapsed everywhere else (specification section 2). */
export function Header() {
	const { welcomeTitle, welcomeTagline } = useAtomValue(channelAtom);
	const isHome = useAtomValue(routeAtom) === 'home';
	return isHome && (welcomeTitle || welcomeTagline) ? <ExpandedHeader /> : <CollapsedHeader hasBack={!isHome} />;
}

function ExpandedHeader() {
	const { welcomeTitle, welcomeTagline, websiteName, avatarUrl } = useAtomValue(channelAtom);
	return (
		<header className={styles['expanded']}>
			<div className={styles['row']}>
				<Avatar name={websiteName} url={avatarUrl} size="large" />
				<CloseButton />
			</div>
			<h1 className={styles['title']}>
				<bdi>{welcomeTitle || websiteName}</bdi>
			</h1>
			{welcomeTagline && (
				<p className={styles['tagline']}>
					<bdi>{welcomeTagline}</bdi>
				</p>
			)}
		</header>
	);
}

function CollapsedHeader({ hasBack }: { hasBack: boolean }) {
	const { t } = useLingui();
	const { websiteName, avatarUrl } = useAtomValue(channelAtom);
	const isOnline = useAtomValue(isOnlineAtom);
	const waitText = useWaitText();
	const replace = useSetAtom(replaceRoute);
	return (
		<header className={styles['collapsed']}>
			{hasBack && <IconButton label={t`Back`} icon="back" isDirectional onPress={() => replace('home')} />}
			<Avatar name={websiteName} url={avatarUrl} size="medium" isOnline={isOnline} />
			<div className={styles['identity']}>
				<h1 className={styles['name']}>
					<bdi>{websiteName}</bdi>
				</h1>
				<p className={styles['status']}>{waitText}</p>
			</div>
			{hasBack && <EndButton />}
			<CloseButton />
		</header>
	);
}

/** For as long as there is something to end, where the channel leaves that to visitors (specification section 2). */
function EndButton() {
	const { t } = useLingui();
	const canEnd = useAtomValue(canEndAtom);
	const end = useSetAtom(requestEnd);
	if (!canEnd) return null;
	return <IconButton label={t`End Conversation`} icon="leave" isDirectional onPress={() => void end()} />;
}

/** Where the launcher is out of reach: it is hidden, or under the panel. */
function CloseButton() {
	const { t } = useLingui();
	const { isPresent, isMobile, isBubbleHidden } = useAtomValue(hostAtom);
	const close = useSetAtom(askToClose);
	if (!isPresent || !(isMobile || isBubbleHidden)) return null;
	return <IconButton label={t`Close`} icon="close" onPress={close} />;
}
