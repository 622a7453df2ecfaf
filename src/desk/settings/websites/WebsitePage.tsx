import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState } from 'react';
import { settingsHref } from '../../common/route.ts';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { LinkRow } from '../parts/LinkRow.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import type { Website } from '../embedding/embedding.ts';
import { EmbedLead, WebsiteCode } from '../embedding/WebsiteCode.tsx';
import { PARTS } from './websiteParts.tsx';
import { changeWebsite, deleteWebsite } from './websiteSettings.ts';
import styles from './WebsitePage.module.css';

/** A website's lines and settings, a form at a time. `part`: the slug of the form that is shown. */
export function WebsitePage({ website, part }: { website: Website; part: string | undefined }) {
	const change = useSetAtom(changeWebsite);
	const remove = useSetAtom(deleteWebsite);
	const [inbox, setInbox] = useState(website.inbox);
	const shown = PARTS.find(({ slug }) => slug === part);
	const { id, name } = inbox;
	const links = [{ slug: undefined, title: <Trans>Installation</Trans> }, ...PARTS];
	return (
		<SettingsPage
			isWide
			title={<bdi>{name}</bdi>}
			action={
				<ConfirmButton
					question={<Trans>Delete “{name}”?</Trans>}
					onConfirm={() => remove(id)}
					next={settingsHref('websites')}
				>
					<Trans>The chat disappears from the website, and its conversations are deleted.</Trans>
				</ConfirmButton>
			}
		>
			<LinkRow
				label={name}
				links={links.map(({ slug, title }) => ({
					href: settingsHref('websites', id, ...(slug ? [slug] : [])),
					title,
					isCurrent: slug === shown?.slug,
				}))}
			/>
			{shown ? (
				<shown.Form
					key={shown.slug}
					inbox={inbox}
					save={async (values, etag) => {
						const saved = await change(id, values, etag);
						setInbox(saved);
						return saved;
					}}
					onChanged={setInbox}
				/>
			) : (
				<>
					<p className={styles.lead}>
						<EmbedLead />
					</p>
					<WebsiteCode website={{ ...website, inbox }} />
				</>
			)}
		</SettingsPage>
	);
}
