/** The tables of README and docs, each derived from the source lines that it describes. */
import { applicationRoutes } from '../../protocol/application/applicationRoutes.ts';
import { DEFAULT_LOCALE } from '../../protocol/base/locales.ts';
import { incomingMailRoutes } from '../../protocol/incomingMailRoutes.ts';
import { publicRoutes } from '../../protocol/publicRoutes.ts';
import type { RouteTable } from '../../protocol/base/routes.ts';
import { formatOffset, utcOffsetAt } from '../../protocol/base/timeZone.ts';
import { TIME_ZONE_NAMES } from '../../protocol/base/timeZoneNames.ts';
import { widgetRoutes } from '../../protocol/widgetRoutes.ts';
import { listChatTexts } from '../../server/language/chatTexts.ts';
import { readMembers, textOf } from './documented.ts';
import { readAttributes, readCustomProperties, readEvents, readMethods, readParts } from './element.ts';

/** Table name, as in the marker `<!-- table: name -->`, → its Markdown. */
export const TABLES: Record<string, () => string> = {
	attributes,
	methods,
	events: () => events('HostEvents'),
	questions: () => events('HostQuestions'),
	errors,
	properties,
	parts,
	settings,
	texts,
	visitorRoutes: () => routes(publicRoutes, widgetRoutes, incomingMailRoutes),
	teamRoutes: () => routes(applicationRoutes),
	timeZones,
};

function attributes(): string {
	const rows = readAttributes().map(({ property, ...read }) => [code(read.name), code(property), textOf(read)]);
	return table(['attribute', 'property', ''], rows);
}

function methods(): string {
	return table(
		['method', ''],
		readMethods().map((method) => [code(method.code), textOf(method)]),
	);
}

function events(from: 'HostEvents' | 'HostQuestions'): string {
	const rows = readEvents(from).map((event) => [code(event.name), code(event.type), textOf(event)]);
	return table(['event', 'detail', ''], rows);
}

function errors(): string {
	return listed('code', 'src/protocol/base/errors.ts', 'ELEMENT_ERROR_CODES');
}

function properties(): string {
	const rows = readCustomProperties().map(({ name, fallback, doc }) => [code(name), fallback && code(fallback), doc]);
	return table(['custom property', 'default', ''], rows);
}

function parts(): string {
	return table(
		['part', ''],
		readParts().map(({ name, doc }) => [code(name), doc]),
	);
}

function settings(): string {
	return listed('variable', 'src/server/base/settings.ts', 'Settings');
}

/** The members of `container`, with their comments. */
function listed(head: string, file: string, container: string): string {
	return table(
		[head, ''],
		readMembers(file, container).map((member) => [code(member.name), textOf(member)]),
	);
}

function texts(): string {
	const rows = listChatTexts(DEFAULT_LOCALE).map(({ id, english }) => [code(id), english]);
	return table(['id', 'English'], rows);
}

/** The offsets without daylight saving time, from west to east. */
function timeZones(): string {
	const rows = Object.entries(TIME_ZONE_NAMES)
		.map(([name, zone]) => ({ name, zone, offset: Math.min(...SEASONS.map((at) => utcOffsetAt(zone, at))) }))
		.toSorted((one, other) => one.offset - other.offset)
		.map(({ name, zone, offset }) => [`(GMT${formatOffset(offset)}) ${name}`, code(zone)]);
	return table(['name', 'IANA'], rows);
}

const SEASONS = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];

function routes(...tables: RouteTable[]): string {
	const rows = tables
		.flatMap((routeTable) => Object.values(routeTable))
		.map(({ method, path, role, inbox, summary }) => [
			code(`${method} ${path}`),
			inbox ? `${role} of the inbox` : role,
			summary,
		]);
	return table(['route', 'role', ''], rows);
}

function code(text = ''): string {
	return `\`${text}\``;
}

function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
