import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { AvatarGroup } from '#ui/avatar/AvatarGroup.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { availableAgentsAtom } from '../../features/availability/agents.ts';
import { isOnlineAtom } from '../../features/availability/availability.ts';
import { useWaitText } from '../../features/availability/useWaitText.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import styles from './Header.module.css';
import { HeaderActions } from './HeaderActions.tsx';
import { goHome } from '../routing/navigate.ts';
import { routeAtom, scrollOffsetAtom } from '../routing/route.ts';

/** At most this many faces are shown beside the website's name. */
const FACES = 3;

/** Expanded on home when the channel has a welcome text, collapsed in every other view. */
export function Header() {
	const { welcomeTitle, welcomeTagline } = useAtomValue(channelAtom);
	const isHome = useAtomValue(routeAtom) === 'home';
	if (!isHome || !(welcomeTitle || welcomeTagline)) return <CollapsedHeader hasBack={!isHome} />;
	return <ExpandedHeader />;
}

function ExpandedHeader() {
	const opacity = headerOpacity(useAtomValue(scrollOffsetAtom));
	const { welcomeTitle, welcomeTagline, websiteName, avatarUrl } = useAtomValue(channelAtom);
	return (
		<header className={styles.expanded} data-opacity={opacity}>
			<div className={styles.row}>
				<Avatar name={websiteName} url={avatarUrl} size="large" />
				<div className={styles.actions}>
					<HeaderActions />
				</div>
			</div>
			<h1 className={styles.title}>
				<bdi>{welcomeTitle || websiteName}</bdi>
			</h1>
			{welcomeTagline && (
				<p className={styles.tagline}>
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
	const agents = useAtomValue(availableAgentsAtom);
	const waitText = useWaitText();
	const goBack = useSetAtom(goHome);
	return (
		<header className={styles.collapsed}>
			{hasBack && <IconButton label={t`Back`} icon="back" isDirectional onPress={goBack} />}
			{/* Home says below whether the team is there. */}
			<Avatar name={websiteName} url={avatarUrl} size="medium" isOnline={hasBack && isOnline} />
			<div className={styles.identity}>
				<div className={styles.team}>
					<h1 className={styles.name} title={websiteName}>
						<bdi>{websiteName}</bdi>
					</h1>
					{isOnline && <AvatarGroup people={agents} max={FACES} size="tiny" />}
				</div>
				<p className={styles.status}>{waitText}</p>
			</div>
			<HeaderActions />
		</header>
	);
}

/** The opacity of the expanded header while home is scrolled: one step per row. */
const STEPS = [
	{ past: 30, opacity: 30 },
	{ past: 25, opacity: 40 },
	{ past: 20, opacity: 60 },
	{ past: 15, opacity: 80 },
	{ past: 10, opacity: 90 },
] as const;

/** The opacity in percent, for a scroll offset in CSS pixels. */
function headerOpacity(offset: number): number {
	return STEPS.find(({ past }) => offset > past)?.opacity ?? 100;
}
