/** The visitor's facts, beside the thread: who they are, where they write from, and what was before. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '#ui/IconButton.tsx';
import { TextButton } from '../common/TextButton.tsx';
import { formatMoment } from '../common/time.ts';
import { WaitingNote } from '../common/WaitingNote.tsx';
import type { Conversation } from '../conversations/conversation.ts';
import { agentAtom } from '../session/session.ts';
import { readBrowserFacts } from '../visitor/browserFacts.ts';
import { languageName } from '../visitor/languageName.ts';
import { onlineVisitorsAtom } from '../visitor/presence.ts';
import { VisitorAvatar } from '../visitor/VisitorAvatar.tsx';
import type { KnownContact } from './contact/contacts.ts';
import { EarlierConversations } from './contact/EarlierConversations.tsx';
import { LocalTime } from './contact/LocalTime.tsx';
import { nameAttributes } from './contact/nameAttributes.ts';
import { useContact } from './contact/useContact.ts';
import { toggleFacts } from './factsPanel.ts';
import { openMenu } from './threadMenus.ts';
import styles from './VisitorFacts.module.css';

interface Props {
	id: string;
	conversation: Conversation;
	/** Whether they lie over the thread, and take the focus. */
	isOver: boolean;
}

export function VisitorFacts({ id, conversation, isOver }: Props) {
	const { t } = useLingui();
	const { visitor } = conversation;
	const { known, hasFailed, retry } = useContact(visitor.id);
	const close = useSetAtom(toggleFacts);
	const panel = useRef<HTMLElement>(null);
	useLayoutEffect(() => {
		const { current } = panel;
		if (isOver) current?.focus();
		return () => {
			// It closes: the focus returns to its button.
			if (current?.contains(document.activeElement)) {
				document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus();
			}
		};
	}, [isOver, id]);
	const earlier = known?.conversations.filter(({ createdAt }) => createdAt < conversation.createdAt) ?? [];
	return (
		<aside ref={panel} id={id} className={styles.facts} aria-label={t`Visitor details`} tabIndex={-1}>
			<div className={styles.person}>
				<Person conversation={conversation} known={known} />
				{isOver && <IconButton label={t`Close`} icon="close" onPress={() => close()} />}
			</div>
			<dl className={styles.list}>
				<PersonalFacts conversation={conversation} known={known} />
				<ConversationFacts conversation={conversation} known={known} />
			</dl>
			{hasFailed && <WaitingNote hasFailed retry={retry} />}
			<EarlierConversations conversations={earlier} />
			<Actions />
		</aside>
	);
}

type FactsProps = Pick<Props, 'conversation'> & { known: KnownContact | undefined };

function Person({ conversation: { visitor }, known }: FactsProps) {
	const isOnline = useAtomValue(onlineVisitorsAtom).has(visitor.id);
	return (
		<>
			<VisitorAvatar visitor={visitor} isOnline={isOnline} />
			<div className={styles.who}>
				<h2 className={styles.name}>
					<bdi>{visitor.name}</bdi>
				</h2>
				<p className={styles.presence}>{isOnline ? <Trans>Online</Trans> : <Trans>Offline</Trans>}</p>
				{known?.contact.hmac_verified && (
					<p className={styles.proven}>
						<Trans>Identity proven</Trans>
					</p>
				)}
				{known && !known.contact.hmac_verified && known.contact.identifier && (
					<p className={styles.presence}>
						<Trans>Identity not proven</Trans>
					</p>
				)}
			</div>
		</>
	);
}

function PersonalFacts({ conversation: { visitor, additionalAttributes }, known }: FactsProps) {
	const { i18n } = useLingui();
	const { browser, language, page, utcOffset } = readBrowserFacts(additionalAttributes);
	const company = known?.contact.additional_attributes['company_name'];
	return (
		<>
			<Fact name={<Trans>Email</Trans>}>
				{visitor.email && <a href={`mailto:${visitor.email}`}>{visitor.email}</a>}
			</Fact>
			<Fact name={<Trans>Phone</Trans>}>
				{visitor.phone_number && <a href={`tel:${visitor.phone_number}`}>{visitor.phone_number}</a>}
			</Fact>
			<Fact name={<Trans>Identifier</Trans>}>{known?.contact.identifier && <bdi>{known.contact.identifier}</bdi>}</Fact>
			<Fact name={<Trans>Company</Trans>}>{typeof company === 'string' && <bdi>{company}</bdi>}</Fact>
			{known && (
				<Attributes
					attributes={nameAttributes(known.contact.custom_attributes, 'contact_attribute', known.definitions)}
				/>
			)}
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

function ConversationFacts({ conversation, known }: FactsProps) {
	const { i18n } = useLingui();
	const { createdAt, assignee, labels, campaignTitle, customAttributes } = conversation;
	return (
		<>
			<Fact name={<Trans>Started</Trans>}>{formatMoment(createdAt, i18n.locale)}</Fact>
			<Fact name={<Trans>Campaign</Trans>}>{campaignTitle !== undefined && <bdi>{campaignTitle}</bdi>}</Fact>
			<Fact name={<Trans>Assigned to</Trans>}>{assignee?.name}</Fact>
			<Fact name={<Trans>Labels</Trans>}>
				{labels.length > 0 && (
					<ul className={styles.labels}>
						{labels.map((label) => (
							<li key={label}>
								<bdi>{label}</bdi>
							</li>
						))}
					</ul>
				)}
			</Fact>
			<Attributes attributes={nameAttributes(customAttributes, 'conversation_attribute', known?.definitions ?? [])} />
		</>
	);
}

function Attributes({ attributes }: { attributes: ReturnType<typeof nameAttributes> }) {
	return attributes.map(({ key, name, value, href }) => (
		<Fact key={key} name={<bdi>{name}</bdi>}>
			{href === undefined ? (
				<bdi>{value}</bdi>
			) : (
				<a href={href} target="_blank" rel="noopener noreferrer" dir="ltr">
					{value}
				</a>
			)}
		</Fact>
	));
}

/** One fact; nothing where it is not known. */
function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
	if (!children) return null;
	return (
		<div className={styles.fact}>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}

function Actions() {
	const isAdministrator = useAtomValue(agentAtom)?.role === 'administrator';
	const open = useSetAtom(openMenu);
	return (
		<div className={styles.actions}>
			<TextButton onPress={() => open('merge-dialog')}>
				<Trans>Merge contacts</Trans>
			</TextButton>
			{isAdministrator && (
				<TextButton onPress={() => open('delete-dialog')}>
					<Trans>Delete contact</Trans>
				</TextButton>
			)}
		</div>
	);
}
