import { useLingui } from '@lingui/react/macro';
import { is } from 'valibot';
import { FEATURES, type Feature } from '#protocol/entities/channel.ts';
import { FileType, type InboxChange } from '#protocol/application/inboxSettings.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { canMailLinks } from '../../session/password.ts';
import { NoMailHint } from '../parts/NoMailHint.tsx';
import { SetField } from '../fields/SetField.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { BesidePreview } from './preview/BesidePreview.tsx';
import { PortalField } from './PortalField.tsx';
import { useChoiceNames } from '../parts/useChoiceNames.ts';
import type { WebsiteFormProps } from './websiteForm.ts';

interface Values {
	selected_feature_flags: readonly Feature[];
	/** MIME types, one on each line; none for the usual ones. */
	allowed_file_types: string;
	/** Id of the help centre; '' for none. */
	portal_id: string;
	offer_articles: boolean;
	articles_only: boolean;
	csat_survey_enabled: boolean;
	allow_messages_after_resolved: boolean;
	allow_message_changes: boolean;
	allow_multiple_conversations: boolean;
	enable_email_collect: boolean;
	continuity_via_email: boolean;
	email_code_enabled: boolean;
	disable_branding: boolean;
	enable_auto_assignment: boolean;
	/** Open conversations that one agent has at most; '' for any number. */
	auto_assignment_config: string;
}

/** As the server has it. */
const LIMIT = { min: 1, max: 10_000 };

/** What visitors can do in the chat, what they are asked, and who answers. */
export function ChatForm({ inbox, save }: WebsiteFormProps) {
	const { t } = useLingui();
	const label = t`Maximum open conversations per agent`;
	const { min, max } = LIMIT;
	const wrongTypes = t`Enter types such as image/* or application/pdf.`;
	const form = useForm<Values, unknown>({
		initial: {
			selected_feature_flags: inbox.selected_feature_flags,
			allowed_file_types: inbox.allowed_file_types?.join('\n') ?? '',
			portal_id: String(inbox.portal_id ?? ''),
			offer_articles: inbox.offer_articles,
			articles_only: inbox.articles_only,
			csat_survey_enabled: inbox.csat_survey_enabled,
			allow_messages_after_resolved: inbox.allow_messages_after_resolved,
			allow_message_changes: inbox.allow_message_changes,
			allow_multiple_conversations: isMultipleAllowed(inbox),
			enable_email_collect: inbox.enable_email_collect,
			continuity_via_email: inbox.continuity_via_email,
			email_code_enabled: inbox.email_code_enabled,
			disable_branding: inbox.disable_branding,
			enable_auto_assignment: inbox.enable_auto_assignment,
			auto_assignment_config: String(inbox.auto_assignment_config.max_assignment_limit ?? ''),
		},
		check: ({ selected_feature_flags, allowed_file_types, enable_auto_assignment, auto_assignment_config }) => ({
			allowed_file_types:
				!selected_feature_flags.includes('attachments') || areTypes(allowed_file_types) ? undefined : wrongTypes,
			auto_assignment_config:
				!enable_auto_assignment || isLimit(auto_assignment_config)
					? undefined
					: t`${label} must be between ${min} and ${max}`,
		}),
		etag: inbox.etag,
		save: (values, etag) => save(changeOf(values, inbox), etag),
		refusals: { allowed_file_types: wrongTypes },
	});
	const { features } = useChoiceNames();
	return (
		<BesidePreview inbox={inbox} draft={changeOf(form.values, inbox)}>
			<DeskForm form={form}>
				<SetField
					form={form}
					name="selected_feature_flags"
					label={t`What the chat offers`}
					options={FEATURES.map((feature) => [feature, features[feature]])}
				/>
				{form.values.selected_feature_flags.includes('attachments') && (
					<TextField
						form={form}
						name="allowed_file_types"
						label={t`File types`}
						hint={t`One type per line, such as image/* or application/pdf. Leave empty to allow the usual types.`}
						rows={3}
						isCode
					/>
				)}
				<PortalField form={form} name="portal_id" label={t`Help center`} />
				{form.values.portal_id !== '' && (
					<>
						<SwitchField
							form={form}
							name="offer_articles"
							label={t`Offer articles while a visitor writes the first message`}
							hint={t`The chat then searches for words of the message before it is sent, without numbers and addresses.`}
						/>
						<SwitchField
							form={form}
							name="articles_only"
							label={t`Show only articles until a visitor asks for a person`}
						/>
					</>
				)}
				<SwitchField
					form={form}
					name="csat_survey_enabled"
					label={t`Ask for a rating when a conversation is resolved`}
				/>
				<SwitchField
					form={form}
					name="allow_messages_after_resolved"
					label={t`Let visitors write again in a resolved conversation`}
				/>
				<SwitchField
					form={form}
					name="allow_message_changes"
					label={t`Let visitors edit and delete their messages for two minutes`}
				/>
				<SwitchField
					form={form}
					name="allow_multiple_conversations"
					label={t`Let visitors have several conversations at once`}
				/>
				<SwitchField form={form} name="enable_email_collect" label={t`Ask visitors for their email address`} />
				<SwitchField
					form={form}
					name="continuity_via_email"
					label={t`Email replies to visitors who have left`}
					hint={canMailLinks() ? undefined : <NoMailHint />}
				/>
				<SwitchField
					form={form}
					name="email_code_enabled"
					label={t`Let visitors see their conversations on another device by a code sent to their email address`}
					hint={canMail() ? undefined : <NoMailHint />}
				/>
				<SwitchField form={form} name="disable_branding" label={t`Hide the “Powered by” line`} />
				<SwitchField
					form={form}
					name="enable_auto_assignment"
					label={t`Assign open conversations to the agents who are online, in turn`}
				/>
				{form.values.enable_auto_assignment && (
					<TextField
						form={form}
						name="auto_assignment_config"
						type="number"
						label={label}
						hint={t`Leave empty for no limit.`}
					/>
				)}
			</DeskForm>
		</BesidePreview>
	);
}

function changeOf(values: Values, inbox: WebsiteFormProps['inbox']): InboxChange {
	const { selected_feature_flags, allowed_file_types, portal_id, auto_assignment_config, ...others } = values;
	const { allow_multiple_conversations: allowsMultiple } = values;
	const types = typesOf(allowed_file_types);
	return {
		...others,
		// As long as nobody changes it, it follows the topics.
		allow_multiple_conversations:
			allowsMultiple === isMultipleAllowed(inbox) ? inbox.allow_multiple_conversations : allowsMultiple,
		selected_feature_flags: [...selected_feature_flags],
		// While attachments are off, the form does not show that a type is wrong: they stay as the
		// server has them.
		...(areTypes(allowed_file_types) && { allowed_file_types: types.length > 0 ? types : null }),
		portal_id: portal_id ? Number(portal_id) : null,
		// While assignment is off, the form does not show that the number is wrong: it stays as the
		// server has it.
		...(isLimit(auto_assignment_config) && {
			auto_assignment_config: { max_assignment_limit: Number(auto_assignment_config) || null },
		}),
	};
}

function isMultipleAllowed({ allow_multiple_conversations, topics }: WebsiteFormProps['inbox']): boolean {
	return allow_multiple_conversations ?? topics.length > 0;
}

function typesOf(text: string): string[] {
	return text.split(/[\s,]+/).filter(Boolean);
}

function areTypes(text: string): boolean {
	return typesOf(text).every((type) => is(FileType, type));
}

function isLimit(text: string): boolean {
	return text === '' || (/^\d+$/.test(text) && Number(text) >= LIMIT.min && Number(text) <= LIMIT.max);
}

/** Whether the server sends mails, also without links; its page says so. */
function canMail(): boolean {
	return document.querySelector('meta[name=mails]') !== null;
}
