import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useId } from 'react';
import type { NotificationSettings } from '#protocol/application/notificationRoutes.ts';
import { NOTIFICATION_EVENTS, type NotificationEvent } from '#protocol/entities/notifications.ts';
import boxStyles from '#ui/form/CheckboxInput.module.css';
import { VisuallyHidden } from '../../common/VisuallyHidden.tsx';
import { DeskForm } from '../../form/DeskForm.tsx';
import { useForm } from '../../form/useForm.ts';
import { canMailLinks } from '../../session/password.ts';
import { NoMailHint } from '../parts/NoMailHint.tsx';
import styles from './EventsForm.module.css';
import { type ChosenFlags, saveNotificationSettings } from './notificationSettings.ts';

/** Which events the agent is told of by which channel. */
export function EventsForm({ settings }: { settings: NotificationSettings }) {
	const { t } = useLingui();
	const id = useId();
	const save = useSetAtom(saveNotificationSettings);
	const form = useForm<ChosenFlags, NotificationSettings>({
		initial: {
			selected_email_flags: settings.selected_email_flags,
			selected_push_flags: settings.selected_push_flags,
		},
		save,
	});
	const names: Record<NotificationEvent, string> = {
		conversation_creation: t`A new conversation`,
		assigned_conversation_new_message: t`A new message in a conversation of mine`,
		participating_conversation_new_message: t`A new message in a conversation that I follow`,
		conversation_assignment: t`A conversation is assigned to me`,
		conversation_mention: t`A note mentions me`,
	};
	const { selected_push_flags: push, selected_email_flags: email } = form.values;
	return (
		<DeskForm form={form}>
			<fieldset className={styles.events} aria-describedby={canMailLinks() ? undefined : `${id}-no-mail`}>
				<legend>
					<VisuallyHidden>
						<Trans>Notifications</Trans>
					</VisuallyHidden>
				</legend>
				<table>
					<thead>
						<tr>
							<td aria-hidden />
							<th id={`${id}-push`} scope="col">
								<Trans>Devices</Trans>
							</th>
							<th id={`${id}-email`} scope="col">
								<Trans>Email</Trans>
							</th>
						</tr>
					</thead>
					<tbody>
						{NOTIFICATION_EVENTS.map((event) => (
							<tr key={event}>
								<th id={`${id}-${event}`} scope="row">
									{names[event]}
								</th>
								<td>
									<Choice
										name={`push_${event}`}
										labelledBy={`${id}-${event} ${id}-push`}
										isChosen={push.includes(`push_${event}`)}
										onToggle={() => form.change({ selected_push_flags: toggled(push, `push_${event}`) })}
									/>
								</td>
								<td>
									<Choice
										name={`email_${event}`}
										labelledBy={`${id}-${event} ${id}-email`}
										isChosen={email.includes(`email_${event}`)}
										onToggle={() => form.change({ selected_email_flags: toggled(email, `email_${event}`) })}
									/>
								</td>
							</tr>
						))}
					</tbody>
				</table>
				{!canMailLinks() && (
					<p id={`${id}-no-mail`} className={styles.hint}>
						<NoMailHint />
					</p>
				)}
			</fieldset>
		</DeskForm>
	);
}

interface ChoiceProps {
	name: string;
	/** Ids of the headings of its row and column. */
	labelledBy: string;
	isChosen: boolean;
	onToggle: () => void;
}

function Choice({ name, labelledBy, isChosen, onToggle }: ChoiceProps) {
	return (
		<label className={styles.target}>
			<input
				type="checkbox"
				className={boxStyles['box']}
				name={name}
				aria-labelledby={labelledBy}
				checked={isChosen}
				onChange={onToggle}
			/>
		</label>
	);
}

function toggled<Flag extends string>(flags: readonly Flag[], flag: Flag): Flag[] {
	return flags.includes(flag) ? flags.filter((one) => one !== flag) : [...flags, flag];
}
