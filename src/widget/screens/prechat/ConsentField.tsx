import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import type { ReactNode } from 'react';
import { CheckboxField } from '#ui/form/CheckboxField.tsx';
import { widgetPageAtom } from '../../features/channel/channel.ts';
import styles from './ConsentField.module.css';
import { CONSENT_KEY } from '../../features/prechat/form.ts';
import { typeIntoForm } from '../../features/prechat/formDraft.ts';

interface Props {
	value: string;
	error: string | undefined;
}

/**
 * The visitor consents to the policies that the installation names or, where it names none, to the
 * storage of what they write.
 */
export function ConsentField({ value, error }: Props) {
	const type = useSetAtom(typeIntoForm);
	return (
		<CheckboxField
			name={CONSENT_KEY}
			label={<Terms />}
			isRequired
			value={value}
			error={error}
			onType={(text) => type(CONSENT_KEY, text)}
		/>
	);
}

function Terms() {
	const { t } = useLingui();
	const { PRIVACY_URL: privacy, TERMS_URL: terms } = useAtomValue(widgetPageAtom).globalConfig;
	if (privacy && terms) {
		return withLinks(t`I agree to the <0>privacy policy</0> and the <1>terms of service</1>.`, privacy, terms);
	}
	if (privacy) return withLinks(t`I agree to the <0>privacy policy</0>.`, privacy);
	if (terms) return withLinks(t`I agree to the <0>terms of service</0>.`, terms);
	return t`I agree that what I write here will be stored.`;
}

/**
 * Turns `<0>…</0>` into a link to the first address, and so on. Lingui's `Trans` would do it too,
 * but is in one module with what every visitor loads.
 */
function withLinks(text: string, ...urls: string[]): ReactNode {
	// What a pattern captures is between the parts: before, number, name, between, number, name,
	// after.
	return text.split(/<(\d)>(.*?)<\/\d>/).map((part, at, parts) => {
		if (at % 3 === 0) return part;
		return at % 3 === 2 && <Document key={at} url={urls[Number(parts[at - 1])] ?? ''} name={part} />;
	});
}

function Document({ url, name }: { url: string; name: string }) {
	return (
		<a className={styles.document} href={url} target="_blank" rel="noopener noreferrer nofollow">
			{name}
		</a>
	);
}
