import { Trans } from '@lingui/react/macro';
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
 * The visitor consents to the policies that the installation names or, where it names none, to the storage of what they
 * write.
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
	const { PRIVACY_URL: privacy, TERMS_URL: terms } = useAtomValue(widgetPageAtom).globalConfig;
	if (privacy && terms) {
		return (
			<Trans>
				I agree to the <Document url={privacy}>privacy policy</Document> and the{' '}
				<Document url={terms}>terms of service</Document>.
			</Trans>
		);
	}
	if (privacy) {
		return (
			<Trans>
				I agree to the <Document url={privacy}>privacy policy</Document>.
			</Trans>
		);
	}
	if (terms) {
		return (
			<Trans>
				I agree to the <Document url={terms}>terms of service</Document>.
			</Trans>
		);
	}
	return <Trans>I agree that what I write here will be stored.</Trans>;
}

function Document({ url, children }: { url: string; children?: ReactNode }) {
	return (
		<a className={styles.document} href={url} target="_blank" rel="noopener noreferrer nofollow">
			{children}
		</a>
	);
}
