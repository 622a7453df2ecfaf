/** The desk of a signed-in agent: the conversations, the contacts, the reports, or the settings. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import type { Profile } from '#protocol/entities/entities.ts';
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { AgentMenu } from './AgentMenu.tsx';
import { Bell } from './bell/Bell.tsx';
import { Commands } from './commands/Commands.tsx';
import { PEOPLE } from './common/icons.ts';
import { openDeskDialog } from './common/openDialog.ts';
import {
	CONTACTS_HREF,
	LIST_HREF,
	placeAtom,
	REPORTS_HREF,
	selectedIdAtom,
	settingsHref,
	settingsPathAtom,
} from './common/route.ts';
import { VisuallyHidden } from './common/VisuallyHidden.tsx';
import { drawFailure } from './common/WaitingNote.tsx';
import { ConnectionNote } from './ConnectionNote.tsx';
import { ConversationList } from './conversations/ConversationList.tsx';
import { shownConversationAtom } from './conversations/conversations.ts';
import { ContactsView, FirstRunView, ReportsView, SavedView, SettingsView } from './lateViews.tsx';
import { MissingThread } from './thread/MissingThread.tsx';
import { ThreadView } from './thread/ThreadView.tsx';
import styles from './DeskView.module.css';

const BUBBLE = 'M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-8l-4 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1';
const BARS = 'M5 20v-8M12 20V4M19 20v-5';
const SLIDERS = 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4';

export function DeskView({ agent }: { agent: Profile }) {
	const { t } = useLingui();
	const settingsPath = useAtomValue(settingsPathAtom);
	const isAdministrator = agent.role === 'administrator';
	const asked = useAtomValue(placeAtom);
	const place = asked === 'reports' && !isAdministrator ? 'conversations' : asked;
	const open = useSetAtom(openDeskDialog);
	const desk = useRef<HTMLDivElement>(null);
	// What had the focus has gone with the page by which the agent came.
	useEffect(() => {
		if (document.activeElement === document.body) desk.current?.focus();
	}, []);
	return (
		<div ref={desk} className={styles.desk} tabIndex={-1}>
			<header className={styles.header}>
				<VisuallyHidden>
					<h1>
						<Trans>Agent desk</Trans>
					</h1>
				</VisuallyHidden>
				<ul className={styles.places}>
					<PlaceLink href={LIST_HREF} name={t`Conversations`} icon={BUBBLE} isCurrent={place === 'conversations'} />
					<PlaceLink href={CONTACTS_HREF} name={t`Contacts`} icon={PEOPLE} isCurrent={place === 'contacts'} />
					{isAdministrator && (
						<PlaceLink href={REPORTS_HREF} name={t`Reports`} icon={BARS} isCurrent={place === 'reports'} />
					)}
					<PlaceLink href={settingsHref()} name={t`Settings`} icon={SLIDERS} isCurrent={place === 'settings'} />
				</ul>
				<ConnectionNote />
				<IconButton label={t`Search`} icon="search" onPress={() => open('search')} />
				<Bell />
				<AgentMenu agent={agent} />
			</header>
			<Commands />
			{place === 'settings' && <Settings agent={agent} path={settingsPath ?? []} />}
			{place === 'contacts' && <ContactsView />}
			{place === 'reports' && <ReportsView />}
			{place === 'conversations' && <Conversations />}
		</div>
	);
}

interface PlaceProps {
	href: string;
	name: string;
	/** Shown on a phone, where only the current place has room for its name. */
	icon: IconName;
	isCurrent: boolean;
}

function PlaceLink({ href, name, icon, isCurrent }: PlaceProps) {
	return (
		<li>
			<a href={href} title={name} aria-current={isCurrent ? 'page' : undefined}>
				<Icon name={icon} />
				<span className={styles.placeName}>{name}</span>
			</a>
		</li>
	);
}

/** The settings, or the steps by which an administrator sets the first website up. */
function Settings({ agent, path }: { agent: Profile; path: readonly string[] }) {
	if (path[0] === 'start' && agent.role === 'administrator') return <FirstRunView path={path.slice(1)} />;
	return <SettingsView agent={agent} path={path} />;
}

/** The list beside one conversation, or on a phone either of them. */
function Conversations() {
	const id = useAtomValue(selectedIdAtom);
	const conversation = useAtomValue(shownConversationAtom);
	const place = useRef<HTMLElement>(null);
	const isShown = conversation !== undefined;
	// What had the focus may go with the conversation, as when its contact is deleted.
	useEffect(() => {
		const columns = place.current;
		return () => {
			if (document.activeElement === document.body) columns?.focus({ preventScroll: true });
		};
	}, [id, isShown]);
	return (
		<main ref={place} className={styles.columns} tabIndex={-1} data-shows={id === undefined ? 'list' : 'thread'}>
			<ConversationList saved={<SavedView />} />
			<ErrorBoundary key={id} renderFallback={drawFailure}>
				{conversation ? <ThreadView conversation={conversation} /> : <MissingThread id={id} />}
			</ErrorBoundary>
		</main>
	);
}
