/** The settings: a list of pages beside one of them, or on a phone either of them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useRef } from 'react';
import type { Profile } from '#protocol/entities/entities.ts';
import { Icon } from '#ui/Icon.tsx';
import { LeaveDialog } from '../form/LeaveDialog.tsx';
import { clearNotice, noticeAtom, passNotice } from '../form/notice.ts';
import { settingsHref } from '../common/route.ts';
import { listSections, type Section } from './sections.tsx';
import styles from './SettingsView.module.css';

interface Props {
	agent: Profile;
	/** What follows `#/settings/` in the address. */
	path: readonly string[];
}

export function SettingsView({ agent, path }: Props) {
	const { t } = useLingui();
	const groups = listSections(agent.role === 'administrator');
	const [first] = groups.flat();
	const chosen = groups.flat().find(({ slug }) => slug === path[0]) ?? first;
	const page = useFocusOnChange(path);
	return (
		<main className={styles.settings} data-shows={path.length === 0 ? 'list' : 'page'}>
			<nav className={styles.list} aria-label={t`Settings`}>
				{groups.map((group) => (
					<ul key={group[0]?.slug} className={styles.group}>
						{group.map((section) => (
							<li key={section.slug}>
								<SectionLink section={section} isChosen={section === chosen} />
							</li>
						))}
					</ul>
				))}
			</nav>
			<div ref={page} className={styles.page} tabIndex={-1}>
				<div className={styles.content}>
					<a className={styles.back} href={settingsHref()}>
						<Icon name="back" isDirectional />
						<Trans>Settings</Trans>
					</a>
					<Notice />
					{chosen && <chosen.View key={chosen.slug} agent={agent} path={path.slice(1)} />}
				</div>
			</div>
			<LeaveDialog />
		</main>
	);
}

function SectionLink({ section: { slug, title }, isChosen }: { section: Section; isChosen: boolean }) {
	return (
		<a className={styles.link} href={settingsHref(slug)} aria-current={isChosen ? 'page' : undefined}>
			{title}
			<Icon name="forward" isDirectional />
		</a>
	);
}

function Notice() {
	const notice = useAtomValue(noticeAtom);
	return (
		<p className={styles.notice} role="status">
			{notice === 'saved' && <Trans>Saved</Trans>}
			{notice === 'deleted' && <Trans>Deleted</Trans>}
			{notice === 'signed-out' && <Trans>Signed out</Trans>}
		</p>
	);
}

/** The next page begins at its top, with the focus there; what the last one said of itself goes. */
function useFocusOnChange(path: readonly string[]) {
	const page = useRef<HTMLDivElement>(null);
	const pass = useSetAtom(passNotice);
	const clear = useSetAtom(clearNotice);
	useEffect(() => () => clear(), [clear]);
	const shown = useRef(path);
	useEffect(() => {
		if (shown.current === path) return;
		shown.current = path;
		pass();
		page.current?.scrollTo({ top: 0 });
		page.current?.focus({ preventScroll: true });
	}, [path, pass]);
	return page;
}
