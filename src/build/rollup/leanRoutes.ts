import type { Plugin } from 'rollup';

/** What a client needs of a route: how, where, and whether it takes a body. */
const ASKED = ['method', 'path', 'body'];

/**
 * Keeps of each route only what a client needs. Only the server and the API reference use schemas
 * and summaries: the client trusts the server's answers, and the schemas would make up a fifth of
 * the closed widget.
 */
export function leanRoutes(): Plugin {
	return {
		name: 'lean-routes',
		transform(code, id) {
			if (!/\/src\/protocol\/(?:\w+\/)*\w+Routes\.ts$/.test(id)) return null;
			let lean = code;
			// Backwards, so that the positions of the earlier ones stay valid.
			for (const { start, end, properties } of routesIn(this.parse(code)).toReversed()) {
				const asked = properties.filter(({ name }) => ASKED.includes(name));
				const fields = asked.map(({ name, value }) => `${name}: ${name === 'body' ? 'true' : code.slice(...value)}`);
				lean = `${lean.slice(0, start)}{ ${fields.join(', ')} }${lean.slice(end)}`;
			}
			return { code: lean, map: null };
		},
	};
}

interface ObjectLiteral {
	start: number;
	end: number;
	properties: { name: string; value: [start: number, end: number] }[];
}

/** The members of syntax tree nodes that are read here. */
interface Node {
	type: string;
	start: number;
	end: number;
	properties: Node[];
	key: { name?: string };
	value: Node;
}

/** The object literals that have both a method and a path, in the order of the source. */
function routesIn(node: unknown): ObjectLiteral[] {
	if (Array.isArray(node)) return node.flatMap(routesIn);
	if (!isNode(node)) return [];
	const literal = node.type === 'ObjectExpression' ? literalOf(node) : undefined;
	const names = literal?.properties.map(({ name }) => name) ?? [];
	if (literal && names.includes('method') && names.includes('path')) return [literal];
	return Object.values(node).flatMap(routesIn);
}

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value;
}

function literalOf({ start, end, properties }: Node): ObjectLiteral {
	const named = properties.flatMap(({ type, key, value }) =>
		type === 'Property' && key.name !== undefined
			? [{ name: key.name, value: [value.start, value.end] as [number, number] }]
			: [],
	);
	return { start, end, properties: named };
}
