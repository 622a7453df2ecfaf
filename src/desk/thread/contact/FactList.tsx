/** What is known of a visitor and of the conversation, each with its name. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import type { ReactNode } from 'react';
import { websitesAtom } from '../../account/account.ts';
import { TextButton } from '../../common/TextButton.tsx';
import { formatMoment, formatTimeAt } from '../../common/time.ts';
import type { Conversation } from '../../conversations/conversation.ts';
import { LabelDot } from '../../conversations/LabelDot.tsx';
import { languageTag } from '#protocol/base/locales.ts';
import { readBrowserFacts } from '../../visitor/browserFacts.ts';
import { languageName } from '../../visitor/languageName.ts';
import type { KnownContact } from './contacts.ts';
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
				<PersonalFacts {...props} />
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

function PersonalFacts({ conversation, known, onEdit }: FactListProps & Editing) {
	const { visitor, additionalAttributes } = conversation;
	const { t, i18n } = useLingui();
	const refusal = known?.contact.email_refusal;
	const refusalText = {
		unsubscribed: t`Wants no emails from the chat`,
		undeliverable: t`Emails do not arrive at this address`,
	};
	const { browser, language, page, utcOffset } = readBrowserFacts(additionalAttributes);
	const place = placeOf(known, i18n.locale);
	const company = known?.contact.additional_attributes['company_name'];
	return (
		<>
			<Fact name={<Trans>Email</Trans>}>
				{visitor.email ? (
					<>
						<a href={mailtoAddress(visitor.email)}>{visitor.email}</a>
						{refusal && <p className={styles.refusal}>{refusalText[refusal]}</p>}
					</>
				) : (
					<TextButton onPress={onEdit}>
						<Trans>Add</Trans>
					</TextButton>
				)}
			</Fact>
			<Fact name={<Trans>Phone</Trans>}>
				{visitor.phone_number && (
					<a href={`tel:${visitor.phone_number}`} dir="ltr">
						{visitor.phone_number}
					</a>
				)}
			</Fact>
			<Fact name={<Trans>Identifier</Trans>}>{known?.contact.identifier && <bdi>{known.contact.identifier}</bdi>}</Fact>
			<Fact name={<Trans>Company</Trans>}>{typeof company === 'string' && <bdi>{company}</bdi>}</Fact>
			{known && (
				<Attributes
					attributes={nameAttributes(known.contact.custom_attributes, 'contact_attribute', known.definitions)}
				/>
			)}
			<Fact name={<Trans>Location</Trans>}>{place !== '' && <bdi>{place}</bdi>}</Fact>
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
	const { inboxId, createdAt, assignee, labels, campaignTitle, customAttributes } = conversation;
	const websites = useAtomValue(websitesAtom);
	return (
		<>
			<Fact name={<Trans>Website</Trans>}>
				{websites.length > 1 && <bdi>{websites.find(({ id }) => id === inboxId)?.name}</bdi>}
			</Fact>
			<Fact name={<Trans>Started</Trans>}>{formatMoment(createdAt, i18n.locale)}</Fact>
			<Fact name={<Trans>Campaign</Trans>}>{campaignTitle !== undefined && <bdi>{campaignTitle}</bdi>}</Fact>
			<Fact name={<Trans>Assigned to</Trans>}>{assignee?.name}</Fact>
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

/** The city and the country that the page has told of the contact. */
function placeOf(known: KnownContact | undefined, locale: string): string {
	const { city, country, country_code: code } = known?.contact.additional_attributes ?? {};
	const isCode = typeof code === 'string' && /^[a-z]{2}$/i.test(code);
	const named = isCode
		? new Intl.DisplayNames([languageTag(locale)], { type: 'region' }).of(code.toUpperCase())
		: country;
	return [city, named].filter((part) => typeof part === 'string' && part !== '').join(', ');
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

/**
 * The visitor chose the address: unescaped, a "?" in it would add recipients and text to the
 * agent's mail (RFC 6068).
 */
function mailtoAddress(email: string): string {
	return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
}

/** What the visitor's clock shows. @param offset minutes ahead of UTC */
function LocalTime({ offset }: { offset: number }) {
	const { i18n } = useLingui();
	return formatTimeAt(offset, i18n.locale, new Date(useAtomValue(minuteAtom)));
}
