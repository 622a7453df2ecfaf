/** Reads the documentation in the sources: members with the comment above them. */
import { readFileSync } from 'node:fs';
import { parseSync, traverse, type types } from '@babel/core';
import { ROOT } from '../root.ts';

export interface Member {
	name: string;
	/** The member as it is written, without its comment, body and semicolon. */
	code: string;
	/** The comment above it, on one line; '' when there is none. */
	doc: string;
}

/**
 * The members of a class, an interface or an object literal, or the texts of an array, in order.
 * @param container the name that it is declared under
 */
export function readMembers(file: string, container: string): Member[] {
	const source = readFileSync(`${ROOT}/${file}`, 'utf8');
	const tree = parseSync(source, {
		filename: file,
		babelrc: false,
		configFile: false,
		parserOpts: { plugins: ['typescript', 'jsx'] },
	});
	if (!tree) throw new Error(`Babel answered nothing for ${file}`);
	let members: types.Node[] = [];
	traverse(tree, {
		ClassDeclaration({ node }) {
			if (node.id?.name === container) members = node.body.body;
		},
		TSInterfaceDeclaration({ node }) {
			if (node.id.name === container) members = node.body.body;
		},
		VariableDeclarator({ node }) {
			if (node.id.type !== 'Identifier' || node.id.name !== container || !node.init) return;
			members = properties(node.init);
		},
	});
	if (members.length === 0) throw new Error(`There is no ${container} with members in ${file}.`);
	return members.flatMap((node) => describe(node, source));
}

/**
 * The properties of an object literal or the elements of an array, also where `satisfies` or `as
 * const` follows it, or where it is the first argument of a call: `v.object({ … })`.
 */
function properties(node: types.Node): types.Node[] {
	if (node.type === 'CallExpression') return node.arguments.flatMap(properties);
	if (node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression') return properties(node.expression);
	if (node.type === 'ArrayExpression') return node.elements.filter((element) => element !== null);
	return node.type === 'ObjectExpression' ? node.properties : [];
}

function describe(node: types.Node, source: string): Member[] {
	const name = nameOf('key' in node ? node.key : node);
	if (!name) return [];
	const end = 'body' in node && node.body && !Array.isArray(node.body) ? node.body.start : node.end;
	const code = source.slice(node.start ?? 0, end ?? 0);
	const comment = node.leadingComments?.at(-1)?.value ?? '';
	const doc = comment
		.replaceAll(/^\s*\* ?/gm, '')
		.replaceAll(/\s+/g, ' ')
		.trim();
	return [{ name, code: code.replace(/;?\s*$/, ''), doc }];
}

/**
 * The member's text for its row in a table. Throws where it has none: its readers would learn
 * nothing but its name.
 */
export function textOf({ name, doc }: Pick<Member, 'name' | 'doc'>): string {
	if (!doc) throw new Error(`${name} has no comment, which would become its text.`);
	return doc;
}

/** The name of a member, or the text of an array's element; a name with a dash is in quotes. */
function nameOf(key: types.Node | null | undefined): string | undefined {
	if (key?.type === 'Identifier') return key.name;
	return key?.type === 'StringLiteral' ? key.value : undefined;
}
