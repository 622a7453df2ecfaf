import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { websitesAtom } from '../../account/account.ts';
import { LIST_HREF, settingsHref } from '../../common/route.ts';
import { EmbedLead, WebsiteCode } from '../embedding/WebsiteCode.tsx';
import type { Website } from '../embedding/embedding.ts';
import styles from './FirstRunView.module.css';

/**
 * The lines for the website's pages, and whether a page has them yet, which the server tells as it
 * happens.
 */
export function InstallationStep({ website }: { website: Website }) {
	const known = useAtomValue(websitesAtom).find(({ id }) => id === website.inbox.id) ?? website.inbox;
	const isSeen = known.page_seen_at !== 0;
	return (
		<div className={styles.installation}>
			<p className={styles.lead}>
				<EmbedLead />
			</p>
			<WebsiteCode website={website} />
			<p className={styles.seen} role="status" data-seen={isSeen || undefined}>
				{isSeen ? <Trans>Your page shows the chat.</Trans> : <Trans>Waiting for your page…</Trans>}
			</p>
			<p className={styles.ways}>
				<a className={isSeen ? styles.done : undefined} href={LIST_HREF}>
					<Trans>Back to the conversations</Trans>
				</a>
				<a href={settingsHref('people', 'new')}>
					<Trans>Invite a colleague</Trans>
				</a>
			</p>
		</div>
	);
}
