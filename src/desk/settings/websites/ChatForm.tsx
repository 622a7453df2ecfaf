import { useLingui } from '@lingui/react/macro';
import { FEATURES, type Feature } from '#protocol/channel.ts';
import { SetField } from '../parts/SetField.tsx';
import { SettingsForm } from '../parts/SettingsForm.tsx';
import { SwitchField } from '../parts/SwitchField.tsx';
import { useForm } from '../parts/useForm.ts';
import { BesidePreview } from './BesidePreview.tsx';
import type { WebsiteFormProps } from './websiteForm.ts';

/** What visitors can do in the chat, and what they are asked. */
export function ChatForm({ inbox, save }: WebsiteFormProps) {
	const { t } = useLingui();
	const form = useForm({
		initial: {
			selected_feature_flags: inbox.selected_feature_flags,
			csat_survey_enabled: inbox.csat_survey_enabled,
			allow_messages_after_resolved: inbox.allow_messages_after_resolved,
			enable_email_collect: inbox.enable_email_collect,
			continuity_via_email: inbox.continuity_via_email,
			disable_branding: inbox.disable_branding,
		},
		save: (values) => save(changeOf(values)),
	});
	const names: Record<Feature, string> = {
		attachments: t`Attachments`,
		emoji_picker: t`Emoji picker`,
		end_conversation: t`End the conversation`,
		use_inbox_avatar_for_bot: t`Bots have the logo of the website`,
	};
	return (
		<BesidePreview inboxId={inbox.id} websiteToken={inbox.website_token} draft={changeOf(form.values)}>
			<SettingsForm form={form}>
				<SetField
					form={form}
					name="selected_feature_flags"
					label={t`What the chat offers`}
					options={FEATURES.map((feature) => [feature, names[feature]])}
				/>
				<SwitchField
					form={form}
					name="csat_survey_enabled"
					label={t`Ask for a rating when a conversation is resolved`}
				/>
				<SwitchField
					form={form}
					name="allow_messages_after_resolved"
					label={t`Visitors may write again in a resolved conversation`}
				/>
				<SwitchField form={form} name="enable_email_collect" label={t`Ask visitors for their email address`} />
				<SwitchField form={form} name="continuity_via_email" label={t`Mail answers to visitors who have left`} />
				<SwitchField form={form} name="disable_branding" label={t`Hide whose product the chat is`} />
			</SettingsForm>
		</BesidePreview>
	);
}

function changeOf<T extends { selected_feature_flags: readonly Feature[] }>(values: T) {
	return { ...values, selected_feature_flags: [...values.selected_feature_flags] };
}
