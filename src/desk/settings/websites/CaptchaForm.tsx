import { useLingui } from '@lingui/react/macro';
import type { CaptchaProvider } from '#protocol/entities/captcha.ts';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import type { WebsiteFormProps } from './websiteForm.ts';

interface Values {
	captcha_provider: CaptchaProvider | '';
	captcha_site_key: string;
	/** The server keeps it to itself: empty, it stays. */
	captcha_secret: string;
}

/** Whose challenge visitors pass before their first message, with the website's keys there. */
export function CaptchaForm({ inbox, save }: Pick<WebsiteFormProps, 'inbox' | 'save'>) {
	const { t } = useLingui();
	const isStored = (provider: Values['captcha_provider']) => provider === inbox.captcha_provider;
	const form = useForm<Values, unknown>({
		initial: {
			captcha_provider: inbox.captcha_provider ?? '',
			captcha_site_key: inbox.captcha_site_key ?? '',
			captcha_secret: '',
		},
		check: ({ captcha_provider, captcha_site_key, captcha_secret }) => {
			if (captcha_provider === '') return {};
			const isSecretMissing = captcha_secret.trim() === '' && !isStored(captcha_provider);
			return {
				captcha_site_key: captcha_site_key.trim() === '' ? t`Required` : undefined,
				captcha_secret: isSecretMissing ? t`Required` : undefined,
			};
		},
		etag: inbox.etag,
		save: (values, etag) => save(changeOf(values), etag),
	});
	const { host } = new URL(inbox.base_url);
	return (
		<DeskForm form={form}>
			<ChoiceField
				form={form}
				name="captcha_provider"
				label={t`Provider`}
				options={[
					['', t({ message: 'None', context: 'captcha' })],
					['turnstile', 'Cloudflare Turnstile'],
					['hcaptcha', 'hCaptcha'],
					['recaptcha', 'Google reCAPTCHA v2'],
				]}
			/>
			{form.values.captcha_provider !== '' && (
				<>
					<TextField
						form={form}
						name="captcha_site_key"
						label={t`Site key`}
						hint={t`At the provider, enter ${host} as the domain.`}
						isCode
					/>
					<TextField
						form={form}
						name="captcha_secret"
						label={t`Secret`}
						hint={
							isStored(form.values.captcha_provider)
								? t`It is not shown again. Leave it empty to keep the one that is stored.`
								: undefined
						}
						type="password"
						autoComplete="new-password"
						isCode
					/>
				</>
			)}
		</DeskForm>
	);
}

function changeOf({ captcha_provider, captcha_site_key, captcha_secret }: Values): InboxChange {
	if (captcha_provider === '') return { captcha_provider: null };
	const secret = captcha_secret.trim();
	return { captcha_provider, captcha_site_key, ...(secret !== '' && { captcha_secret: secret }) };
}
