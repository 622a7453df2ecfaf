/**
 * A website's settings, by their names on the wire, and the columns that store them
 * (src/protocol/application/inboxSettings.ts).
 */
import type { InferOutput } from 'valibot';
import {
	type AnsweredName,
	type InboxChange,
	inboxSettings,
	type SettingName,
} from '#protocol/application/inboxSettings.ts';
import type { Channel } from '../../store/websites/channels.ts';
import type { Inbox, WebWidget } from '../../store/tables/schema.ts';

type Stored = Pick<Channel, 'inbox' | 'widget'>;
type In<Place, Table, Name> = { in: Place } & (Name extends keyof Table
	? { column?: keyof Table }
	: { column: keyof Table });

interface Row {
	in: keyof Stored;
	column?: string;
	answer?: unknown;
	ifNone?: unknown;
}

/** A setting for which there is no column does not compile. */
const rows: readonly [name: string, row: Row][] = Object.entries<Row>(
	inboxSettings satisfies { [N in SettingName]: In<'inbox', Inbox, N> | In<'widget', WebWidget, N> },
);

export type SettingAnswers = { [N in AnsweredName]: InferOutput<(typeof inboxSettings)[N]['answer']> };

/** What is answered of the settings, as they are stored. */
export function answersOf(stored: Stored): SettingAnswers {
	const answered = rows.filter(([, { answer }]) => answer);
	return Object.fromEntries(
		answered.map(([name, row]) => {
			const columns: Readonly<Record<string, unknown>> = { ...stored[row.in] };
			return [name, columns[row.column ?? name] ?? row.ifNone ?? null];
		}),
	) as SettingAnswers;
}

/** What is stored for those that a change names, as it names them. */
export function columnsFor(change: InboxChange): { inbox: Partial<Inbox>; widget: Partial<WebWidget> } {
	const columns = { inbox: {} as Record<string, unknown>, widget: {} as Record<string, unknown> };
	const values: Readonly<Record<string, unknown>> = change;
	for (const [name, row] of rows) {
		const value = values[name];
		// As where none was ever set, so that the audit log tells of no change.
		const isNone = row.ifNone !== undefined && Array.isArray(value) && value.length === 0;
		if (value !== undefined) columns[row.in][row.column ?? name] = isNone ? null : value;
	}
	return columns;
}
