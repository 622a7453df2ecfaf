/** How a request's fields are encoded: as the route takes them, or as it does not. */
import type { Route } from '#protocol/base/routes.ts';
import { png } from '../server/files/filesSamples.ts';
import type { Random } from '../support/random.ts';
import { damage } from './damage.ts';

interface Body {
	headers: Record<string, string>;
	body: string | FormData | undefined;
}

export function validBody({ path, isMultipart }: Route, value: unknown, random: Random): Body {
	if (value === undefined) return { headers: {}, body: undefined };
	switch (random.below(6)) {
		case 0:
			return { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: formOf(value) };
		case 1:
		case 2:
			if (isMultipart) return multipart(value, fileFieldOf(path), random);
			break;
		default:
	}
	return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

export function damagedBody(valid: unknown, random: Random): Body {
	if (valid === undefined) return { headers: {}, body: undefined };
	let value: unknown = valid;
	for (let times = random.below(4); times > 0; times -= 1) value = damage(value, random);
	const json = JSON.stringify(value) ?? '';
	switch (random.below(12)) {
		case 0:
			return { headers: { 'Content-Type': 'application/json' }, body: json.slice(0, random.below(json.length + 1)) };
		case 1:
			return { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: formOf(value) };
		case 2:
			return multipart(value, random.oneOf(['message[attachments][]', 'attachments[]', 'import_file', 'x']), random);
		case 3:
			return { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: `--x\r\n${json.slice(0, 100)}` };
		case 4:
			return { headers: { 'Content-Type': random.oneOf(['text/plain', 'application/xml', 'x', '']) }, body: json };
		default:
			return { headers: { 'Content-Type': 'application/json' }, body: json };
	}
}

const FILES = [
	new File([png(2, 2)], 'cup.png', { type: 'image/png' }),
	new File(['GIF89a'], 'broken.gif', { type: 'image/gif' }),
	new File(['name,email\nAda,ada@shop.example\n,none\n"'], 'people.csv', { type: 'text/csv' }),
];

function fileFieldOf(path: string): string {
	if (/\/import(\/preview)?$/.test(path)) return 'import_file';
	if (path.endsWith('/profile')) return 'profile[avatar]';
	return path.includes('/widget/') ? 'message[attachments][]' : 'attachments[]';
}

function multipart(value: unknown, fileField: string, random: Random): Body {
	const form = new FormData();
	for (const [name, field] of new URLSearchParams(formOf(value)))
		if (name !== fileField) form.append(name.slice(0, 200), field);
	form.append(fileField, random.oneOf(FILES));
	return { headers: {}, body: form };
}

/** Form fields with names nested as in `message[content]`. They have no null. */
function formOf(value: unknown, name = ''): string {
	if (typeof value !== 'object' || value === null) return `${encode(name)}=${encode(value)}`;
	return Object.entries(value)
		.filter(([, inner]) => inner !== null)
		.map(([key, inner]) => formOf(inner, name ? `${name}[${Array.isArray(value) ? '' : key}]` : key))
		.join('&');
}

/** Paths, queries and forms cannot contain unpaired surrogates. */
export function encode(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return encodeURIComponent(text.slice(0, 2_000).toWellFormed());
}
