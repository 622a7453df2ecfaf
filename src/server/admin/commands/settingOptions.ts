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

const OPTIONS: readonly SettingOption[] = Object.entries(inboxSettings).flatMap(([setting, row]) => {
	if (!('option' in row)) return [];
	const [name = ''] = row.option.split(' ');
	const isClearable = v.is(row.change, '');
	return {
		setting,
		name,
		usage: `[--${row.option}${isClearable ? '|none' : ''}]`,
		schema: row.option.endsWith('on|off') ? onOrOff : isClearable ? orNoneAtAll(row.change) : v.optional(row.change),
	};
});

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
