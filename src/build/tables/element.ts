/**
 * Reads what the element's sources document, for the tables of docs/tag.md and for the editors'
 * data.
 */
import { readFileSync } from 'node:fs';
import { attributeName, type SettingName } from '../../host/core/settings.ts';
import { ROOT } from '../root.ts';
import { type Member, readMembers } from './documented.ts';

const STYLES = ['HostView', 'core/view/Launcher', 'core/view/Panel'].map((name) => `src/host/${name}.module.css`);

export interface Attribute {
	name: string;
	property: string;
	type: 'string' | 'boolean' | 'choice';
	/**
	 * The values that an attribute may have; the first is the default. Empty where any text is one,
	 * or its presence alone counts.
	 */
	values: string[];
	doc: string;
}

export interface Styled {
	name: string;
	doc: string;
}

export interface CustomProperty extends Styled {
	/** The default value, or '' where it depends on other things. */
	fallback: string;
}

export function readAttributes(): Attribute[] {
	return readMembers('src/host/core/settings.ts', 'ATTRIBUTES').map(({ name, code, doc }) => ({
		name: attributeName(name as SettingName),
		property: name,
		type: code.includes(': choice') ? 'choice' : code.includes(': flag') ? 'boolean' : 'string',
		values: code.includes(': flagUnlessFalse')
			? ['true', 'false']
			: [...code.matchAll(/'([^']*)'/g)].map(([, value = '']) => value),
		doc,
	}));
}

/** The methods that the element implements itself, then those that the frame carries out. */
export function readMethods(): Member[] {
	return [...readMembers('src/host/core/methods.ts', 'HostMethods'), ...readFrameMethods()];
}

export function readFrameMethods(): Member[] {
	return readMembers('src/protocol/frame/hostMethods.ts', 'hostMethods').map(methodOfRow);
}

/**
 * The method as a page calls it: it takes the parameters of the row's `ask: (name: T, other: U = …)
 * => …`.
 */
function methodOfRow({ name, code, doc }: Member): Member {
	const [, written = ''] = /\bask: \((.*)\) =>/.exec(code) ?? [];
	const [, answer = 'void'] = /\banswer: \w+<(\w+)>/.exec(code) ?? [];
	const parameters = written
		.split(/, (?=\w+: )/)
		.map((parameter) => parameter.replace(/^(\w+): (.*) = .*$/, '$1?: $2'));
	return { name, doc, code: `${name}(${parameters.join(', ')}): Promise<${answer}>` };
}

/** `type` is the type of the event's `detail`. */
export function readEvents(
	...tables: ('HostEvents' | 'HostQuestions')[]
): { name: string; type: string; doc: string }[] {
	const members = tables.flatMap((table) => readMembers('src/host/core/hostEvents.ts', table));
	return members.map(({ name, code, doc }) => ({
		name: `live-chat-widget:${name}`,
		type: code.slice(code.indexOf(':') + 1).trim(),
		doc,
	}));
}

/**
 * Custom properties, from lines such as `--_inner: var(--lcw-name, default)`. The comment above
 * documents all lines up to the next comment. Those that only the frame reads are documented where
 * the frame is told them.
 */
export function readCustomProperties(): CustomProperty[] {
	const css = readFileSync(`${ROOT}/src/host/HostView.module.css`, 'utf8');
	const [block = ''] = css.slice(css.indexOf('.root {')).split('\n}');
	let doc = '';
	const found: CustomProperty[] = [];
	for (const line of block.split('\n')) {
		doc = /\/\* (.*) \*\//.exec(line)?.[1] ?? doc;
		const [, name, fallback] = /var\((--lcw-[\w-]+), (.*)\);$/.exec(line) ?? [];
		if (!name || !fallback) continue;
		found.push({ name, fallback: fallback.startsWith('var(') ? '' : fallback, doc });
		doc = '';
	}
	for (const { code, doc } of readMembers('src/host/onInterest/followTheme.ts', 'WORKED_OUT')) {
		const [, name = ''] = /'(--lcw-[\w-]+)'/.exec(code) ?? [];
		if (doc) found.push({ name, fallback: '', doc });
	}
	return found;
}

/** Parts, from comments such as `/* ::part(name): what it is *\/` above their rules. */
export function readParts(): Styled[] {
	return STYLES.flatMap((file) =>
		[...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(/\/\* ::part\((\w+)\): (.*) \*\//g)].map(
			([, name = '', doc = '']) => ({ name, doc }),
		),
	);
}
