/**
 * What editors know about the element, in the four formats that they read, derived from the
 * element's sources.
 */
import {
	type Attribute,
	readAttributes,
	readCustomProperties,
	readEvents,
	readMethods,
	readParts,
} from '../tables/element.ts';

const TAG = 'live-chat-widget';
const CLASS = 'LiveChatWidget';
const DESCRIPTION = 'A launcher, and behind it a live chat.';

/** https://github.com/webcomponents/custom-elements-manifest */
export function customElementsManifest(): unknown {
	const reference = { name: CLASS, module: `${TAG}.js` };
	const declaration = {
		kind: 'class',
		name: CLASS,
		customElement: true,
		tagName: TAG,
		description: DESCRIPTION,
		superclass: { name: 'HTMLElement' },
		attributes: readAttributes().map(({ name, property, doc, ...attribute }) => ({
			name,
			fieldName: property,
			type: { text: attributeType(attribute) },
			description: doc,
		})),
		members: [
			...readAttributes().map(({ name, property, doc, ...attribute }) => ({
				kind: 'field',
				name: property,
				attribute: name,
				type: { text: propertyType(attribute) },
				description: doc,
			})),
			...readMethods().map(({ name, code, doc }) => ({
				kind: 'method',
				name,
				parameters: parametersOf(code),
				return: { type: { text: code.slice(code.lastIndexOf('): ') + 3) } },
				description: doc,
			})),
		],
		events: readEvents('HostEvents', 'HostQuestions').map(({ name, type, doc }) => ({
			name,
			type: { text: `CustomEvent<${type}>` },
			description: doc,
		})),
		cssProperties: readCustomProperties().map(({ name, fallback, doc }) => ({
			name,
			description: doc,
			...(fallback && { default: fallback }),
		})),
		cssParts: readParts().map(({ name, doc }) => ({ name, description: doc })),
	};
	return {
		schemaVersion: '1.0.0',
		modules: [
			{
				kind: 'javascript-module',
				path: reference.module,
				declarations: [declaration],
				exports: [{ kind: 'js', name: CLASS, declaration: reference }],
			},
			{
				kind: 'javascript-module',
				path: 'define.js',
				exports: [{ kind: 'custom-element-definition', name: TAG, declaration: reference }],
			},
		],
	};
}

/**
 * https://github.com/microsoft/vscode-custom-data, which VS Code's setting `html.customData` loads.
 */
export function htmlData(): unknown {
	const attributes = readAttributes().map(({ name, doc, ...attribute }) => ({
		name,
		description: doc,
		...(isPresence(attribute) ? { valueSet: 'v' } : {}),
		...(attribute.values.length > 0 ? { values: attribute.values.map((value) => ({ name: value })) } : {}),
	}));
	return { version: 1.1, tags: [{ name: TAG, description: DESCRIPTION, attributes }] };
}

/** The same for style sheets, by the setting `css.customData`. */
export function cssData(): unknown {
	return {
		version: 1.1,
		properties: readCustomProperties().map(({ name, doc }) => ({ name, description: doc })),
	};
}

/**
 * https://github.com/JetBrains/web-types, which editors find by the package's field `web-types`.
 */
export function webTypes(version: string): unknown {
	const described = ({ name, doc }: { name: string; doc: string }) => ({ name, description: doc });
	const element = {
		name: TAG,
		description: DESCRIPTION,
		attributes: readAttributes().map(({ name, doc, ...attribute }) => ({
			name,
			description: doc,
			value: { ...(isPresence(attribute) ? { kind: 'no-value' } : {}), type: attributeType(attribute) },
		})),
		js: {
			properties: readAttributes().map(({ property, doc, ...attribute }) => ({
				name: property,
				description: doc,
				type: propertyType(attribute),
			})),
			events: readEvents('HostEvents', 'HostQuestions').map(described),
		},
		css: { properties: readCustomProperties().map(described), parts: readParts().map(described) },
	};
	return {
		$schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
		name: TAG,
		version,
		'description-markup': 'markdown',
		contributions: { html: { elements: [element] } },
	};
}

type Valued = Pick<Attribute, 'type' | 'values'>;

/** Whether it counts alone that the attribute is there. */
function isPresence({ type, values }: Valued): boolean {
	return type === 'boolean' && values.length === 0;
}

function attributeType({ type, values }: Valued): string {
	return values.length > 0 ? values.map((value) => `'${value}'`).join(' | ') : type;
}

function propertyType(attribute: Valued): string {
	return attribute.type === 'boolean' ? 'boolean' : attributeType(attribute);
}

/**
 * The parameters of a method, from its source: `setUser(identifier: string, user: UserFacts = {}):
 * Promise<void>`.
 */
function parametersOf(code: string): unknown[] {
	const written = code.slice(code.indexOf('(') + 1, code.lastIndexOf('): '));
	return written === ''
		? []
		: written.split(/, (?=\w+\??:)/).map((parameter) => {
				const [, name, optional, type, fallback] = /^(\w+)(\?)?: (.+?)(?: = (.+))?$/.exec(parameter) ?? [];
				return { name, type: { text: type }, ...((optional ?? fallback) && { optional: true }) };
			});
}
