import { useLingui } from '@lingui/react/macro';
import { REPLY_TIMES, type ReplyTime } from '#protocol/entities/channel.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm } from '../../form/useForm.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { BesidePreview } from './preview/BesidePreview.tsx';
import { useChoiceNames } from '../parts/useChoiceNames.ts';
import type { WebsiteFormProps } from './websiteForm.ts';

/**
 * With which words the chat meets visitors, on its launcher, on its first page and in its first
 * answer.
 */
export function GreetingForm({ inbox, save }: WebsiteFormProps) {
	const { t } = useLingui();
	const form = useForm({
		initial: {
			launcher_title: inbox.launcher_title ?? '',
			welcome_title: inbox.welcome_title,
			welcome_tagline: inbox.welcome_tagline,
			reply_time: inbox.reply_time,
			greeting_enabled: inbox.greeting_enabled,
			greeting_message: inbox.greeting_message ?? '',
		},
		check: ({ greeting_enabled, greeting_message }) => ({
			greeting_message: greeting_enabled && !greeting_message.trim() ? t`Required` : undefined,
		}),
		etag: inbox.etag,
		save: (values, etag) => save(changeOf(values), etag),
	});
	const { replyTimes } = useChoiceNames();
	return (
		<BesidePreview inbox={inbox} draft={changeOf(form.values)}>
			<DeskForm form={form}>
				<TextField
					form={form}
					name="launcher_title"
					label={t`Text of the chat button`}
					placeholder={t`Chat with us`}
					maxLength={255}
				/>
				<TextField form={form} name="welcome_title" label={t`Welcome title`} maxLength={255} />
				<TextField form={form} name="welcome_tagline" label={t`Welcome text`} maxLength={255} />
				<ChoiceField
					form={form}
					name="reply_time"
					label={t`Reply time`}
					options={REPLY_TIMES.map((time) => [time, replyTimes[time]])}
				/>
				<SwitchField form={form} name="greeting_enabled" label={t`Reply to the first message with a greeting`} />
				{form.values.greeting_enabled && (
					<TextField
						form={form}
						name="greeting_message"
						label={t`Greeting`}
						isRequired
						rows={3}
						hasVariables
						maxLength={10_000}
					/>
				)}
			</DeskForm>
		</BesidePreview>
	);
}

function changeOf<T extends { launcher_title: string; reply_time: string }>(values: T) {
	return {
		...values,
		launcher_title: values.launcher_title.trim() || null,
		// The list of choices has no others.
		reply_time: values.reply_time as ReplyTime,
	};
}
