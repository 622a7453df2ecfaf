/** The visitor's facts, beside the thread: who they are and where they write from. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useAtomValue } from 'jotai/react';
import type { Conversation } from '../conversations/conversation.ts';
import { formatMoment } from '../common/time.ts';
import { VisitorAvatar } from '../visitor/VisitorAvatar.tsx';
import { readBrowserFacts } from '../visitor/browserFacts.ts';
import { languageName } from '../visitor/languageName.ts';
import { onlineVisitorsAtom } from '../visitor/presence.ts';
import styles from './VisitorFacts.module.css';

interface Props {
	id: string;
	conversation: Conversation;
}

export function VisitorFacts({ id, conversation }: Props) {
	const { t, i18n } = useLingui();
	const isOnline = useAtomValue(onlineVisitorsAtom).has(conversation.visitor.id);
	const { visitor } = conversation;
	const { browser, language, page } = readBrowserFacts(conversation.additionalAttributes);
	return (
		<aside id={id} className={styles.facts} aria-label={t`Visitor details`}>
			<div className={styles.person}>
				<VisitorAvatar visitor={visitor} isOnline={isOnline} />
				<div>
					<h2 className={styles.name}>
						<bdi>{visitor.name}</bdi>
					</h2>
					<p className={styles.presence}>{isOnline ? <Trans>Online</Trans> : <Trans>Offline</Trans>}</p>
				</div>
			</div>
			<dl className={styles.list}>
				<Fact name={<Trans>Email</Trans>}>
					{visitor.email && <a href={`mailto:${visitor.email}`}>{visitor.email}</a>}
				</Fact>
				<Fact name={<Trans>Phone</Trans>}>{visitor.phone_number && <bdi>{visitor.phone_number}</bdi>}</Fact>
				<Fact name={<Trans>Browser</Trans>}>{browser && <bdi>{browser}</bdi>}</Fact>
				<Fact name={<Trans>Language</Trans>}>{language && <bdi>{languageName(language, i18n.locale)}</bdi>}</Fact>
				<Fact name={<Trans>Page</Trans>}>
					{page && (
						<a href={page.href} target="_blank" rel="noopener noreferrer" dir="ltr">
							{page.host + page.pathname}
						</a>
					)}
				</Fact>
				{conversation.campaignTitle !== undefined && (
					<Fact name={<Trans>Campaign</Trans>}>
						<bdi>{conversation.campaignTitle}</bdi>
					</Fact>
				)}
				<Fact name={<Trans>Started</Trans>}>{formatMoment(conversation.createdAt, i18n.locale)}</Fact>
				<Fact name={<Trans>Assigned to</Trans>}>{conversation.assignee?.name}</Fact>
				<Fact name={<Trans>Labels</Trans>}>
					{conversation.labels.length > 0 && (
						<ul className={styles.labels}>
							{conversation.labels.map((label) => (
								<li key={label}>
									<bdi>{label}</bdi>
								</li>
							))}
						</ul>
					)}
				</Fact>
			</dl>
		</aside>
	);
}

/** One fact; an unknown one keeps its place, with a dash. */
function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
	return (
		<div className={styles.fact}>
			<dt>{name}</dt>
			<dd>{children || '–'}</dd>
		</div>
	);
}
