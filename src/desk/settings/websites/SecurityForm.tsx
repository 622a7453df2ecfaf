import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { CARDS } from '#protocol/base/cards.ts';
import { AllowedDomain } from '#protocol/application/inboxSettings.ts';
import { Mask } from '#protocol/base/masks.ts';
import { is } from 'valibot';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { CopyableCode } from '../parts/CopyableCode.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { splitLines } from '../parts/splitLines.ts';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { CaptchaForm } from './CaptchaForm.tsx';
import { PublicKeys } from './PublicKeys.tsx';
import type { WebsiteFormProps } from './websiteForm.ts';
import { changeKey } from './websiteSettings.ts';

/** Who may show the chat, and how the site proves who its users are. */
export function SecurityForm({ inbox, save, onChanged }: WebsiteFormProps) {
	const { t } = useLingui();
	const rotate = useSetAtom(changeKey);
	const wrongDomain = t`Enter domains such as shop.example or *.shop.example.`;
	const wrongMask = t`A pattern cannot contain *, + or groups.`;
	const form = useForm({
		initial: {
			allowed_domains: inbox.allowed_domains.join('\n'),
			hmac_mandatory: inbox.hmac_mandatory,
			masks_cards: inbox.masks.includes(CARDS),
			masks: inbox.masks.filter((mask) => mask !== CARDS).join('\n'),
		},
		check: ({ allowed_domains, masks }) => ({
			allowed_domains: domainsOf(allowed_domains).every((one) => is(AllowedDomain, one)) ? undefined : wrongDomain,
			masks: splitLines(masks).every((one) => is(Mask, one)) ? undefined : wrongMask,
		}),
		etag: inbox.etag,
		save: ({ allowed_domains, hmac_mandatory, masks_cards, masks }, etag) => {
			const all = [...(masks_cards ? [CARDS] : []), ...splitLines(masks).filter((mask) => mask !== CARDS)];
			return save({ allowed_domains: domainsOf(allowed_domains), hmac_mandatory, masks: all }, etag);
		},
		refusals: { allowed_domains: wrongDomain, masks: wrongMask },
	});
	const example = String.raw`KD-\d{6,8}`;
	return (
		<>
			<DeskForm form={form}>
				<TextField
					form={form}
					name="allowed_domains"
					label={t`Allowed domains`}
					hint={t`One domain per line. Leave empty to let every website show the chat.`}
					rows={4}
					isCode
				/>
				<SwitchField
					form={form}
					name="hmac_mandatory"
					label={t`Accept signed-in visitors only if your server has verified them`}
				/>
				<SwitchField form={form} name="masks_cards" label={t`Mask the numbers of payment cards`} />
				<TextField
					form={form}
					name="masks"
					label={t`Other numbers that are masked`}
					hint={t`One pattern per line, such as ${example}.`}
					rows={3}
					isCode
				/>
			</DeskForm>
			<SettingsPart
				title={<Trans>Captcha</Trans>}
				lead={
					<Trans>
						Visitors confirm that they are human before their first message, unless your website proves who they are.
					</Trans>
				}
			>
				<CaptchaForm inbox={inbox} save={save} />
			</SettingsPart>
			<SettingsPart
				title={<Trans>Identity key</Trans>}
				lead={<Trans>With it your server proves who a signed-in user is. Give it to nobody else.</Trans>}
				action={
					<ConfirmButton
						label={<Trans>New key</Trans>}
						question={<Trans>New key</Trans>}
						notice="saved"
						onConfirm={async () => onChanged(await rotate(inbox.id))}
					>
						<Trans>The previous key stays valid for 24 hours.</Trans>
					</ConfirmButton>
				}
			>
				<CopyableCode code={inbox.hmac_token ?? ''} />
			</SettingsPart>
			<SettingsPart title={<Trans>Public keys</Trans>}>
				<PublicKeys inbox={inbox} save={save} />
			</SettingsPart>
		</>
	);
}

function domainsOf(text: string): string[] {
	return text.split(/[\s,]+/).filter(Boolean);
}
