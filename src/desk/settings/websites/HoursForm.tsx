import { useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';
import { languageTag } from '#protocol/base/locales.ts';
import { daysOf, hoursOf, isValidDay, timesWith, type Day, type DayState } from '#protocol/entities/workingHours.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { COPY } from '#ui/messageIcons.ts';
import { DeskForm } from '../../form/DeskForm.tsx';
import { TextField } from '../../form/TextField.tsx';
import { useForm, type Form } from '../../form/useForm.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { FieldError } from '../fields/FieldError.tsx';
import { FieldGroup } from '../fields/FieldGroup.tsx';
import { canMailLinks } from '../../session/password.ts';
import { NoMailHint } from '../parts/NoMailHint.tsx';
import { SwitchField } from '../fields/SwitchField.tsx';
import { BesidePreview } from './preview/BesidePreview.tsx';
import { listZones } from './timeZones.ts';
import type { WebsiteFormProps } from './websiteForm.ts';
import styles from './HoursForm.module.css';

interface Values {
	working_hours_enabled: boolean;
	timezone: string;
	working_hours: readonly Day[];
	out_of_office_message: string;
	leave_message_enabled: boolean;
	hide_launcher_while_away: boolean;
}

/** When the team is there, and what visitors read while it is not. */
export function HoursForm({ inbox, save }: WebsiteFormProps) {
	const { t } = useLingui();
	const form = useForm<Values, unknown>({
		initial: {
			working_hours_enabled: inbox.working_hours_enabled,
			timezone: inbox.timezone,
			working_hours: daysOf(inbox.working_hours),
			out_of_office_message: inbox.out_of_office_message ?? '',
			leave_message_enabled: inbox.leave_message_enabled,
			hide_launcher_while_away: inbox.hide_launcher_while_away,
		},
		check: ({ working_hours_enabled, working_hours }) =>
			Object.fromEntries(
				working_hours
					.filter((day) => working_hours_enabled && !isValidDay(day))
					.map(({ day }) => [`working_hours.${day}`, t`The end must be after the beginning.`]),
			),
		etag: inbox.etag,
		save: (values, etag) => save(changeOf(values), etag),
	});
	const [zones] = useState(() => listZones(inbox.timezone, Date.now()));
	return (
		<BesidePreview inbox={inbox} draft={changeOf(form.values)}>
			<DeskForm form={form}>
				<SwitchField form={form} name="working_hours_enabled" label={t`Use working hours`} />
				{form.values.working_hours_enabled && (
					<>
						<ChoiceField form={form} name="timezone" label={t`Time zone`} options={zones} />
						<Week form={form} />
						<TextField
							form={form}
							name="out_of_office_message"
							label={t`Message outside working hours`}
							rows={3}
							hasVariables
							maxLength={10_000}
						/>
						<SwitchField
							form={form}
							name="leave_message_enabled"
							label={t`Let visitors leave a message with their email address outside working hours`}
							hint={canMailLinks() ? undefined : <NoMailHint />}
						/>
					</>
				)}
				<SwitchField
					form={form}
					name="hide_launcher_while_away"
					label={t`Hide the chat button while the team is away`}
				/>
			</DeskForm>
		</BesidePreview>
	);
}

/**
 * Days that the server would refuse stay as it has them: while the hours are off, the form does not
 * show them.
 */
function changeOf({ working_hours, out_of_office_message, ...others }: Values): InboxChange {
	return {
		...others,
		working_hours: hoursOf(working_hours.filter(isValidDay)),
		out_of_office_message: out_of_office_message.trim() || null,
	};
}

function Week({ form }: { form: Form<Values> }) {
	const { t, i18n } = useLingui();
	const days = form.values.working_hours;
	const change = (changed: readonly Day[]): void => form.change({ working_hours: changed });
	// Monday first; an owner's week is a week of work.
	const week = days.toSorted((one, other) => ((one.day + 6) % 7) - ((other.day + 6) % 7));
	const tag = languageTag(i18n.locale);
	return (
		<FieldGroup
			label={t`Working hours`}
			// Chatwoot's API, and so its clients, know one opening and one closing time for each
			// day.
			hint={t`Working hours end at midnight at the latest (23:59). What follows belongs to the next day. A day has one opening and one closing time.`}
			error={form.errors.working_hours}
		>
			{week.map((day) => (
				<DayRow
					key={day.day}
					day={day}
					name={nameOfDay(day.day, tag)}
					error={form.errors[`working_hours.${day.day}`]}
					onChange={(changed) => change(days.map((one) => (one.day === day.day ? { ...one, ...changed } : one)))}
					onCopy={() => change(days.map((one) => ({ ...day, day: one.day })))}
				/>
			))}
		</FieldGroup>
	);
}

interface DayProps {
	day: Day;
	name: string;
	error: string | undefined;
	onChange: (change: Partial<Day>) => void;
	onCopy: () => void;
}

function DayRow({ day: { day, state, from, to }, name, error, onChange, onCopy }: DayProps) {
	const { t } = useLingui();
	const states: Record<DayState, string> = { hours: t`Working hours`, open: t`Open all day`, closed: t`Closed` };
	const ofDay = (content: string) => t`${name}: ${content}`;
	const errorId = `working-hours-${day}-error`;
	return (
		<div className={styles.day} role="group" aria-label={name} aria-describedby={errorId}>
			<span className={styles.name}>{name}</span>
			<select
				aria-label={ofDay(t`Working hours`)}
				name={`state-${day}`}
				value={state}
				// The list of choices has no others.
				onChange={({ target }) => onChange({ state: target.value as DayState })}
			>
				{Object.entries(states).map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</select>
			{state === 'hours' && (
				<span className={styles.times}>
					<TimeChoice
						name={`from-${day}`}
						label={ofDay(t({ message: 'From', comment: 'When a day’s working hours begin' }))}
						minutes={from}
						isInvalid={error !== undefined}
						errorId={errorId}
						onChange={(minutes) => onChange({ from: minutes })}
					/>
					<span aria-hidden="true">–</span>
					<TimeChoice
						name={`to-${day}`}
						label={ofDay(t({ message: 'To', comment: 'When a day’s working hours end' }))}
						minutes={to}
						isInvalid={error !== undefined}
						errorId={errorId}
						onChange={(minutes) => onChange({ to: minutes })}
					/>
				</span>
			)}
			<span className={styles.copy}>
				<IconButton label={ofDay(t`Copy to other days`)} icon={COPY} onPress={onCopy} />
			</span>
			<FieldError id={errorId}>{error}</FieldError>
		</div>
	);
}

interface TimeProps {
	name: string;
	label: string;
	/** Since midnight. */
	minutes: number;
	isInvalid: boolean;
	errorId: string;
	onChange: (minutes: number) => void;
}

function TimeChoice({ name, label, minutes, isInvalid, errorId, onChange }: TimeProps) {
	const { i18n } = useLingui();
	const tag = languageTag(i18n.locale);
	const format = useMemo(
		() => new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
		[tag],
	);
	return (
		<select
			name={name}
			aria-label={label}
			aria-invalid={isInvalid}
			aria-describedby={errorId}
			value={minutes}
			onChange={({ target }) => onChange(Number(target.value))}
		>
			{timesWith(minutes).map((time) => (
				<option key={time} value={time}>
					{format.format(time * 60_000)}
				</option>
			))}
		</select>
	);
}

/** `day`: 0 is Sunday. */
function nameOfDay(day: number, tag: string): string {
	// The first of January 2023 was a Sunday.
	return new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day));
}
