/**
 * The options of `set-channel` that say the same as a request: one for each row of
 * src/protocol/application/inboxSettings.ts that names one.
 */
import * as v from 'valibot';
import { type InboxChange, inboxSettings } from '#protocol/application/inboxSettings.ts';
import { onOrOff } from './command.ts';

interface SettingOption {
	setting: string;
	name: string;
	usage: string;
	schema: v.GenericSchema;
}

const onOffOrNone = v.optional(
	v.pipe(
		v.picklist(['on', 'off', 'none'], 'must be on, off or none'),
		v.transform((word) => (word === 'none' ? null : word === 'on')),
	),
);

const OPTIONS: readonly SettingOption[] = Object.entries(inboxSettings).flatMap(([setting, row]) => {
	if (!('option' in row)) return [];
	const [name = ''] = row.option.split(' ');
	const isClearable = v.is(row.change, '');
	return {
		setting,
		name,
		usage: `[--${row.option}${isClearable ? '|none' : ''}]`,
		schema: schemaFor(row, isClearable),
	};
});

function schemaFor({ option, change }: { option: string; change: v.GenericSchema }, isClearable: boolean) {
	if (option.endsWith('on|off')) return isClearable ? onOffOrNone : onOrOff;
	return isClearable ? orNoneAtAll(change) : v.optional(change);
}

/** A setting that the word `none` clears. */
export function orNoneAtAll<S extends v.GenericSchema>(setting: S) {
	return v.optional(
		v.pipe(
			v.string(),
			v.transform((word): unknown => (word === 'none' ? '' : word)),
			setting,
		),
	);
}

export const settingUsage = OPTIONS.map(({ usage }) => usage).join(' ');

export const settingOptions: v.ObjectEntries = Object.fromEntries(OPTIONS.map(({ name, schema }) => [name, schema]));

/** What these options change. */
export function settingsOf(options: Readonly<Record<string, unknown>>): InboxChange {
	return Object.fromEntries(OPTIONS.map(({ setting, name }) => [setting, options[name]]));
}
