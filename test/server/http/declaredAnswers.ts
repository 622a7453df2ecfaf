/**
 * Compares what a server answers with the types that a client's package declares for it. Types
 * leave nothing behind at run time, so they are read from the declarations.
 */
import { fileURLToPath } from 'node:url';
import ts from '@typescript/typescript6';

/**
 * How an answer differs from what the call declares: `agent.uid is absent`. Null counts as absent,
 * since JSON has no other way to leave a value out. A call is `service.method`.
 */
export type CompareAnswer = (call: string, answer: unknown) => string[];

/** `entry`: the declarations of a package whose default export is a class that has the services. */
export function readDeclaredAnswers(entry: URL): CompareAnswer {
	const file = fileURLToPath(entry);
	const options = { strict: true, target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts'], types: [] };
	const program = ts.createProgram([file], options);
	const checker = program.getTypeChecker();
	const source = program.getSourceFile(file) ?? fail(file);
	const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source) ?? fail(file));
	const client = exported.find(({ name }) => name === 'default') ?? fail(`${file}: default`);

	const memberOf = (type: ts.Type, name: string) => checker.getTypeOfSymbol(type.getProperty(name) ?? fail(name));

	const compare = (type: ts.Type, value: unknown, name: string): string[] => {
		if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Void)) return [];
		if (value === null || value === undefined) return [`${name} is absent`];
		const options = (type.isUnion() ? type.types : [type]).filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
		const found = options.map((option) => compareOne(option, value, name));
		return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
	};

	const compareOne = (type: ts.Type, value: unknown, name: string): string[] => {
		const wrong = [`${name} is ${describe(value)}`];
		if (checker.isArrayType(type)) {
			const [item = fail(name)] = checker.getTypeArguments(type as ts.TypeReference);
			return Array.isArray(value) ? value.flatMap((one) => compare(item, one, name)) : wrong;
		}
		if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) {
			if (typeof value !== 'object' || Array.isArray(value)) return wrong;
			return checker
				.getPropertiesOfType(type)
				.flatMap((member) =>
					compare(checker.getTypeOfSymbol(member), Reflect.get(Object(value), member.name), nameOf(member)),
				);
		}
		// A literal is written as in JSON, and a primitive is named as `typeof` names it.
		return [JSON.stringify(value), typeof value].includes(checker.typeToString(type)) ? [] : wrong;
	};

	return (call, answer) => {
		const [service = '', method = ''] = call.split('.');
		const declared = memberOf(memberOf(checker.getDeclaredTypeOfSymbol(client), service), method);
		const promise = declared.getCallSignatures()[0]?.getReturnType() as ts.TypeReference;
		return compare(checker.getTypeArguments(promise)[0] ?? fail(call), answer, call);
	};
}

/**
 * Such as `agent.email`: the type's name, or that of the method that declares it in place, and the
 * member.
 */
function nameOf(member: ts.Symbol): string {
	const names: string[] = [];
	for (let node: ts.Node | undefined = member.declarations?.[0]; node; node = node.parent) {
		if ((ts.isPropertySignature(node) || ts.isMethodDeclaration(node)) && ts.isIdentifier(node.name))
			names.unshift(node.name.text);
		if ((ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)) && node.name) names.unshift(node.name.text);
	}
	return names.join('.');
}

function describe(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string') return JSON.stringify(value);
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function fail(name: string): never {
	throw new Error(`The declarations do not have ${name}`);
}
