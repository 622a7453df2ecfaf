/** The README's tables, each made of the source lines that it describes. */
import { readFileSync } from 'node:fs';
import { applicationRoutes } from '../../protocol/applicationRoutes.ts';
import { publicRoutes } from '../../protocol/publicRoutes.ts';
import type { RouteTable } from '../../protocol/routes.ts';
import { widgetRoutes } from '../../protocol/widgetRoutes.ts';
import { ROOT } from '../root.ts';
import { readMembers } from './documented.ts';

const ELEMENT = 'elements/live-chat-widget.ts';

/** By the name that the README's markers give. */
export const TABLES: Record<string, () => string> = { attributes, methods, events, properties, settings, routes };

function attributes(): string {
	const rows = readMembers(ELEMENT, 'LiveChatWidget').flatMap(({ name, doc }) => {
		const attribute = /Attribute `([\w-]+)`\.$/.exec(doc);
		return attribute ? [[code(attribute[1]), code(name), doc.slice(0, attribute.index).trim()]] : [];
	});
	return table(['attribute', 'property', ''], rows);
}

function methods(): string {
	const rows = readMembers(ELEMENT, 'LiveChatWidget')
		.filter(({ code: written }) => /^\w+\(.*\): Promise/.test(written))
		.map(({ code: written, doc }) => [code(written), doc]);
	return table(['method', ''], rows);
}

function events(): string {
	const rows = readMembers('src/host/hostEvents.ts', 'HostEvents').map(({ name, code: written, doc }) => [
		code(`live-chat-widget:${name}`),
		code(written.slice(written.indexOf(':') + 1).trim()),
		doc,
	]);
	return table(['event', 'detail', ''], rows);
}

/** `/* comment *\/` above `--_inner: var(--lcw-name, default)`; a comment holds for the lines below it, up to the next. */
function properties(): string {
	const css = readFileSync(`${ROOT}/src/host/HostView.module.css`, 'utf8');
	const [block = ''] = css.slice(css.indexOf('.root {')).split('\n}');
	let comment = '';
	const rows: string[][] = [];
	for (const line of block.split('\n')) {
		comment = /\/\* (.*) \*\//.exec(line)?.[1] ?? comment;
		const [, name, fallback] = /var\((--lcw-[\w-]+), (.*)\);$/.exec(line) ?? [];
		if (!name || !fallback) continue;
		rows.push([code(name), fallback.startsWith('var(') ? '' : code(fallback), comment]);
		comment = '';
	}
	return table(['custom property', 'default', ''], rows);
}

function settings(): string {
	return table(
		['variable', ''],
		readMembers('src/server/settings.ts', 'Settings').map(({ name, doc }) => [code(name), doc]),
	);
}

function routes(): string {
	const tables: RouteTable[] = [publicRoutes, widgetRoutes, applicationRoutes];
	const rows = tables
		.flatMap((routeTable) => Object.values(routeTable))
		.map(({ method, path, caller, summary }) => [code(`${method} ${path}`), caller, summary]);
	return table(['route', 'caller', ''], rows);
}

function code(text = ''): string {
	return `\`${text}\``;
}

function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
