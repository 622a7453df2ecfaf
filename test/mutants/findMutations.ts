/** The places of a source where one small change makes a fault, as somebody might by oversight. */
import ts from '@typescript/typescript6';

export interface Mutation {
	/** What is changed, such as "call left out". */
	kind: string;
	/** Offsets of what is replaced. */
	start: number;
	end: number;
	replacement: string;
	line: number;
	isStatement: boolean;
}

const OPERATORS = new Map<ts.SyntaxKind, [kind: string, text: string]>([
	[ts.SyntaxKind.EqualsEqualsEqualsToken, ['condition turned', '!==']],
	[ts.SyntaxKind.ExclamationEqualsEqualsToken, ['condition turned', '===']],
	[ts.SyntaxKind.AmpersandAmpersandToken, ['condition changed', '||']],
	[ts.SyntaxKind.BarBarToken, ['condition changed', '&&']],
	[ts.SyntaxKind.LessThanToken, ['bound moved', '<=']],
	[ts.SyntaxKind.LessThanEqualsToken, ['bound moved', '<']],
	[ts.SyntaxKind.GreaterThanToken, ['bound moved', '>=']],
	[ts.SyntaxKind.GreaterThanEqualsToken, ['bound moved', '>']],
]);

/** Calls that only tell developers something, or make what follows faster. */
const WITHOUT_EFFECT = /^(console|performance|metrics)\b|\b(log|logger)\.(debug|info|warn|error)$|\.unref$/;
/** Calls that answer the same whichever argument comes first. */
const SYMMETRIC = /^(Math\.(max|min|hypot)|Object\.is|isDeepStrictEqual)$/;
/** What is different for one millisecond only. */
const CLOCK = /\b(Date|performance)\.now\(\)/;

export function findMutations(file: string, text: string): Mutation[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found: Mutation[] = [];
	const add = (kind: string, node: ts.Node, replacement: string) => {
		const start = node.getStart(source);
		const { line } = source.getLineAndCharacterOfPosition(start);
		const isStatement = ts.isExpressionStatement(node);
		found.push({ kind, start, end: node.getEnd(), replacement, line: line + 1, isStatement });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
		mutate(node, add, source);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

type Add = (kind: string, node: ts.Node, replacement: string) => void;

function mutate(node: ts.Node, add: Add, source: ts.SourceFile): void {
	if (ts.isBinaryExpression(node)) {
		const [kind, operator] = OPERATORS.get(node.operatorToken.kind) ?? [];
		if (!kind || !operator || (kind === 'bound moved' && isOfClock(node, source))) return;
		add(kind, node, `${node.left.getText(source)} ${operator} ${node.right.getText(source)}`);
	} else if (ts.isIfStatement(node)) {
		add('condition turned', node.expression, `!(${node.expression.getText(source)})`);
	} else if (ts.isConditionalExpression(node)) {
		add('condition turned', node.condition, `!(${node.condition.getText(source)})`);
	} else if (ts.isExpressionStatement(node) && isCall(node.expression, source)) {
		add('call left out', node, ';');
	} else if (ts.isJsxAttribute(node) && isHandler(node)) {
		const handler = node.initializer;
		if (handler && ts.isJsxExpression(handler) && handler.expression)
			add('handler emptied', handler.expression, '() => {}');
	} else if (ts.isCallExpression(node)) {
		const [first, second] = node.arguments;
		const isSimple = (argument: ts.Node) => ts.isIdentifier(argument) || ts.isPropertyAccessExpression(argument);
		if (!first || !second || !isSimple(first) || !isSimple(second)) return;
		const [one, other] = [first.getText(source), second.getText(source)];
		if (one === other || ts.isOptionalChain(node) || SYMMETRIC.test(node.expression.getText(source))) return;
		const between = source.text.slice(first.getEnd(), second.getStart(source));
		const rest = source.text.slice(second.getEnd(), node.getEnd());
		const before = source.text.slice(node.getStart(source), first.getStart(source));
		add('arguments swapped', node, `${before}${other}${between}${one}${rest}`);
	}
}

function isCall(expression: ts.Expression, source: ts.SourceFile): boolean {
	const awaited =
		ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression;
	return ts.isCallExpression(awaited) && !WITHOUT_EFFECT.test(awaited.expression.getText(source));
}

function isOfClock({ left, right }: ts.BinaryExpression, source: ts.SourceFile): boolean {
	return CLOCK.test(left.getText(source)) || CLOCK.test(right.getText(source));
}

function isHandler({ name, initializer }: ts.JsxAttribute): boolean {
	return /^on[A-Z]/.test(name.getText()) && initializer !== undefined;
}

export interface Fault extends Mutation {
	number: number;
}

/**
 * The source with all of the faults, each of which `isFault` of the module turns on. One may lie
 * within another.
 */
export function withSwitches(text: string, faults: Fault[], module: string): string {
	return `${switched(text, 0, text.length, faults)}\nimport { isFault as __isFault } from '${module}';\n`;
}

function switched(text: string, start: number, end: number, faults: Fault[]): string {
	const inside = faults.filter((each) => each.start >= start && each.end <= end);
	let written = '';
	let at = start;
	for (const outer of inside.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
		if (outer.start < at) continue;
		const original = switched(
			text,
			outer.start,
			outer.end,
			inside.filter((each) => each !== outer),
		);
		written += text.slice(at, outer.start) + switchOf(outer, original);
		at = outer.end;
	}
	return written + text.slice(at, end);
}

function switchOf({ number, replacement, isStatement }: Fault, original: string): string {
	if (isStatement) return `{ if (!__isFault(${number})) ${original} }`;
	return `(__isFault(${number}) ? (${replacement}) : (${original}))`;
}
