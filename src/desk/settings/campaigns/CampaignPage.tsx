import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import type { TeamCampaign } from '#protocol/application/campaignRoutes.ts';
import { CAMPAIGN_SECONDS, CAMPAIGN_SECONDS_MAX, CAMPAIGN_URL_MAX, CONTENT_MAX } from '#protocol/base/limits.ts';
import { settingsHref } from '../../common/route.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { NewItem } from '../../form/NewItem.tsx';
import { SettingsPage } from '../parts/SettingsPage.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { type TextValues, translationsPart, valuesOf as valuesOfTexts } from '../parts/textValues.ts';
import { TranslationPart } from '../parts/TranslationPart.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { AddressTest } from './AddressTest.tsx';
import {
	addCampaign,
	changeCampaign,
	deleteCampaign,
	loadCampaignChoices,
	type CampaignChoices,
	type CampaignFacts,
} from './campaigns.ts';

const LIST = settingsHref('campaigns');

/** Changes or deletes a campaign, or adds one. */
export function CampaignPage({ campaign }: { campaign: TeamCampaign | undefined }) {
	const remove = useSetAtom(deleteCampaign);
	const { value: choices, ...progress } = useFresh(useSetAtom(loadCampaignChoices));
	const name = campaign?.title;
	const action = campaign && (
		<ConfirmButton question={<Trans>Delete “{name}”?</Trans>} onConfirm={() => remove(campaign.id)} next={LIST} />
	);
	return (
		<SettingsPage
			title={campaign ? <bdi>{name}</bdi> : <NewItem of={<Trans>Campaigns</Trans>} />}
			lead={campaign && <bdi>{campaign.inbox.name}</bdi>}
			action={action}
		>
			{choices ? <CampaignForm campaign={campaign} choices={choices} /> : <WaitingNote {...progress} />}
		</SettingsPage>
	);
}

interface Values {
	title: string;
	inbox_id: string;
	message: string;
	sender_id: string;
	url: string;
	time_on_page: string;
	trigger_only_during_business_hours: boolean;
	enabled: boolean;
	translations: TextValues;
}

/** What a new campaign begins with. */
const NEW: Omit<Values, 'inbox_id'> = {
	title: '',
	message: '',
	sender_id: '',
	url: '',
	time_on_page: String(CAMPAIGN_SECONDS),
	trigger_only_during_business_hours: false,
	enabled: true,
	translations: {},
};

interface FormProps {
	campaign: TeamCampaign | undefined;
	choices: CampaignChoices;
}

function CampaignForm({ campaign, choices: { websites, senders } }: FormProps) {
	const { t } = useLingui();
	const add = useSetAtom(addCampaign);
	const change = useSetAtom(changeCampaign);
	const label = t`Seconds on the page`;
	const min = 0;
	const max = CAMPAIGN_SECONDS_MAX;
	const wrongUrl = t`Please enter a valid URL`;
	const form = useForm<Values, unknown>({
		initial: campaign ? valuesOf(campaign) : { ...NEW, inbox_id: String(websites[0]?.id ?? '') },
		check: ({ title, message, url, time_on_page }) => ({
			title: title.trim() ? undefined : t`Required`,
			message: message.trim() ? undefined : t`Required`,
			url: isPagePattern(url.trim()) ? undefined : wrongUrl,
			time_on_page: isSeconds(time_on_page) ? undefined : t`${label} must be between ${min} and ${max}`,
		}),
		etag: campaign?.etag,
		save: (values, etag) =>
			campaign
				? change(campaign.id, factsOf(values, campaign), etag)
				: add(Number(values.inbox_id), factsOf(values, campaign)),
		refusals: { url: wrongUrl },
		next: () => LIST,
	});
	return (
		<DeskForm form={form} back={LIST}>
			<TextField form={form} name="title" label={t`Title`} isRequired maxLength={255} />
			{!campaign && (
				<ChoiceField
					form={form}
					name="inbox_id"
					label={t`Website`}
					options={websites.map(({ id, name }) => [String(id), name])}
				/>
			)}
			<TextField
				form={form}
				name="message"
				label={t`Message`}
				isRequired
				rows={4}
				hasVariables
				maxLength={CONTENT_MAX}
			/>
			<TranslationPart form={form} path="message" max={CONTENT_MAX} />
			<ChoiceField
				form={form}
				name="sender_id"
				label={t`Sender`}
				options={[['', t`The whole team`], ...senders.map(({ id, name }) => [String(id), name] as const)]}
			/>
			<TextField
				form={form}
				name="url"
				label={t`Page`}
				hint={t`An asterisk stands for anything, as in https://shop.example/products/*.`}
				isRequired
				isCode
				placeholder="https://"
				maxLength={CAMPAIGN_URL_MAX}
			/>
			<AddressTest pattern={form.values.url.trim()} />
			<TextField form={form} name="time_on_page" type="number" label={label} />
			<SwitchField form={form} name="trigger_only_during_business_hours" label={t`Only during working hours`} />
			<SwitchField form={form} name="enabled" label={t({ context: 'campaign', message: 'Active' })} />
		</DeskForm>
	);
}

function valuesOf({ inbox, sender, trigger_rules, ...facts }: TeamCampaign): Values {
	return {
		title: facts.title,
		inbox_id: String(inbox.id),
		message: facts.message,
		sender_id: sender ? String(sender.id) : '',
		url: trigger_rules.url,
		time_on_page: String(trigger_rules.time_on_page),
		trigger_only_during_business_hours: facts.trigger_only_during_business_hours,
		enabled: facts.enabled,
		translations: valuesOfTexts(facts.translations),
	};
}

function factsOf(
	{ title, message, sender_id, enabled, url, time_on_page, translations, ...facts }: Values,
	campaign: TeamCampaign | undefined,
): CampaignFacts {
	return {
		title,
		message,
		enabled,
		sender_id: sender_id ? Number(sender_id) : null,
		trigger_only_during_business_hours: facts.trigger_only_during_business_hours,
		trigger_rules: { url: url.trim(), time_on_page: Number(time_on_page) },
		...translationsPart(translations, campaign?.translations ?? {}),
	};
}

/** The server knows better which patterns browsers understand. */
function isPagePattern(url: string): boolean {
	return /^https?:\/\/\S+$/.test(url);
}

function isSeconds(text: string): boolean {
	return /^\d+$/.test(text) && Number(text) <= CAMPAIGN_SECONDS_MAX;
}
