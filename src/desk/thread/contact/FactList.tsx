/** What is known of a visitor and of the conversation, each with its name. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { websitesAtom } from '../../account/account.ts';
import { formatMoment, formatTimeAt } from '../../common/time.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { LabelDot } from '../../conversations/LabelDot.tsx';
import { readBrowserFacts } from '../../visitor/browserFacts.ts';
import { languageName } from '../../visitor/languageName.ts';
import { ContactFacts } from './ContactFacts.tsx';
import type { KnownContact } from './contacts.ts';
import { AttributeFacts, Fact } from './Fact.tsx';
import { nameAttributes } from './nameAttributes.ts';
import styles from './FactList.module.css';
import { minuteAtom } from '#models/minute.ts';

export interface FactListProps {
	conversation: Conversation;
	/** Undefined until the contact has been read. */
	known: KnownContact | undefined;
}

interface Editing {
	/** Opens the form in which the contact is corrected. */
	onEdit: () => void;
}

export function FactList(props: FactListProps & Editing) {
	return (
		<>
			<h3 className={styles.title}>
				<Trans>Contact</Trans>
			</h3>
			<dl className={styles.list}>
				<ContactFacts visitor={props.conversation.visitor} known={props.known} onEdit={props.onEdit} />
				<BrowserFacts conversation={props.conversation} />
			</dl>
			<h3 className={styles.title}>
				<Trans>Conversation</Trans>
			</h3>
			<dl className={styles.list}>
				<ConversationFacts conversation={props.conversation} known={props.known} />
			</dl>
		</>
	);
}

/** What the visitor's browser has told when the conversation began. */
function BrowserFacts({ conversation: { additionalAttributes } }: Pick<FactListProps, 'conversation'>) {
	const { i18n } = useLingui();
	const { browser, language, page, utcOffset } = readBrowserFacts(additionalAttributes);
	return (
		<>
			<Fact name={<Trans>Local time</Trans>}>{utcOffset !== undefined && <LocalTime offset={utcOffset} />}</Fact>
			<Fact name={<Trans>Language</Trans>}>{language && <bdi>{languageName(language, i18n.locale)}</bdi>}</Fact>
			<Fact name={<Trans>Browser</Trans>}>{browser && <bdi>{browser}</bdi>}</Fact>
			<Fact name={<Trans>Page</Trans>}>
				{page && (
					<a href={page.href} target="_blank" rel="noopener noreferrer" dir="ltr">
						{page.host + page.pathname}
					</a>
				)}
			</Fact>
		</>
	);
}

function ConversationFacts({ conversation, known }: FactListProps) {
	const { i18n } = useLingui();
	const { inboxId, createdAt, assignee, team, labels, campaignTitle, customAttributes } = conversation;
	const websites = useAtomValue(websitesAtom);
	return (
		<>
			<Fact name={<Trans>Website</Trans>}>
				{websites.length > 1 && <bdi>{websites.find(({ id }) => id === inboxId)?.name}</bdi>}
			</Fact>
			<Fact name={<Trans>Started</Trans>}>{formatMoment(createdAt, i18n.locale)}</Fact>
			<Fact name={<Trans>Campaign</Trans>}>{campaignTitle !== undefined && <bdi>{campaignTitle}</bdi>}</Fact>
			<Fact name={<Trans>Assigned to</Trans>}>{assignee?.name}</Fact>
			<Fact name={<Trans>Team</Trans>}>{team && <bdi>{team.name}</bdi>}</Fact>
			<Fact name={<Trans>Labels</Trans>}>
				{labels.length > 0 && (
					<ul className={styles.labels}>
						{labels.map((label) => (
							<li key={label}>
								<LabelDot title={label} />
								<bdi>{label}</bdi>
							</li>
						))}
					</ul>
				)}
			</Fact>
			<AttributeFacts
				attributes={nameAttributes(customAttributes, 'conversation_attribute', known?.definitions ?? [])}
			/>
		</>
	);
}

/** What the visitor's clock shows. @param offset minutes ahead of UTC */
function LocalTime({ offset }: { offset: number }) {
	const { i18n } = useLingui();
	return formatTimeAt(offset, i18n.locale, new Date(useAtomValue(minuteAtom)));
}
