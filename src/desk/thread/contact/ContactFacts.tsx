/** What is known of a contact, each with its name. */
import { Trans, useLingui } from '@lingui/react/macro';
import { TextButton } from '../../common/TextButton.tsx';
import type { Visitor } from '../../conversations/conversation.ts';
import { languageTag } from '#protocol/base/locales.ts';
import type { KnownContact } from './contacts.ts';
import { AttributeFacts, Fact } from './Fact.tsx';
import { nameAttributes } from './nameAttributes.ts';
import styles from './FactList.module.css';

interface Props {
	visitor: Visitor;
	/** Undefined until the contact has been read. */
	known: KnownContact | undefined;
	/** Opens the form in which the contact is corrected. */
	onEdit: () => void;
}

export function ContactFacts({ visitor, known, onEdit }: Props) {
	const { t, i18n } = useLingui();
	const refusal = known?.contact.email_refusal;
	const refusalText = {
		unsubscribed: t`Wants no emails from the chat`,
		undeliverable: t`Emails do not arrive at this address`,
	};
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
				<AttributeFacts
					attributes={nameAttributes(known.contact.custom_attributes, 'contact_attribute', known.definitions)}
				/>
			)}
			<Fact name={<Trans>Location</Trans>}>{place !== '' && <bdi>{place}</bdi>}</Fact>
		</>
	);
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

/**
 * The visitor chose the address: unescaped, a "?" in it would add recipients and text to the
 * agent's mail (RFC 6068).
 */
function mailtoAddress(email: string): string {
	return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
}
