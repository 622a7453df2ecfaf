import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { isOnlineAtom } from '../features/availability/availability.ts';
import { channelAtom } from '../features/channel/channel.ts';
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
	const replace = useSetAtom(replaceRoute);
	return (
		<header className={styles['collapsed']}>
			{hasBack && <IconButton label={t`Back`} icon="back" isDirectional onPress={() => replace('home')} />}
			<Avatar name={websiteName} url={avatarUrl} size="medium" isOnline={isOnline} />
			<div className={styles['identity']}>
				<h1 className={styles['name']}>
					<bdi>{websiteName}</bdi>
				</h1>
				<p className={styles['status']}>{isOnline ? t`We are online` : t`We are away at the moment`}</p>
			</div>
			<CloseButton />
		</header>
	);
}

/** Where the launcher is out of reach: it is hidden, or under the panel. */
function CloseButton() {
	const { t } = useLingui();
	const { isPresent, isMobile, isBubbleHidden } = useAtomValue(hostAtom);
	const close = useSetAtom(askToClose);
	if (!isPresent || !(isMobile || isBubbleHidden)) return null;
	return <IconButton label={t`Close`} icon="close" onPress={close} />;
}
