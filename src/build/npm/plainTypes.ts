/**
 * Writes out the types that we derive, so that editors show plain ones to a site's developers: the
 * protocol's, derived from valibot schemas, and those of the attributes. Only TypeScript 6 and
 * older have an API for this.
 */
import ts from '@typescript/typescript6';
import { readFrameMethods } from '../tables/element.ts';
import { repositoryPath, ROOT } from '../root.ts';

const MADE = /^src\/(protocol\/\w+\/\w+|host\/core\/settings)\.ts$/;

/**
 * The path of each module that `entries` reach, such as `src/protocol/entities/entities.ts` → its
 * declarations as source text.
 */
export function plainTypes(entries: string[]): Map<string, string> {
	const { config } = ts.readConfigFile(`${ROOT}/tsconfig.json`, ts.sys.readFile) as { config: unknown };
	const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
	const program = ts.createProgram(entries, options);
	const checker = program.getTypeChecker();
	const modules = program
		.getSourceFiles()
		.map((file) => [repositoryPath(file.fileName), file] as const)
		.filter(([path]) => MADE.test(path));
	return new Map(modules.map(([path, file]) => [path, declarations(file, checker).join('\n')]));
}

function declarations(file: ts.SourceFile, checker: ts.TypeChecker): string[] {
	return file.statements.filter(isType).map((statement) => {
		// A type with parameters cannot be written out and stays; so do imports of types, which are
		// written out in their own module.
		if (ts.isImportDeclaration(statement)) return typeImports(statement);
		if (statement.typeParameters) return `${statement.getText(file)}\n`;
		const doc = comment(checker.getSymbolAtLocation(statement.name), checker);
		if (statement.name.text === 'FrameMethods') return `${doc}export interface FrameMethods {\n${frameMethods()}\n}\n`;
		const type = checker.getTypeAtLocation(statement);
		return `${doc}export type ${statement.name.text} = ${print(type, statement, checker)};\n`;
	});
}

function isType(
	statement: ts.Statement,
): statement is ts.TypeAliasDeclaration | ts.InterfaceDeclaration | ts.ImportDeclaration {
	if (ts.isImportDeclaration(statement)) return typeImports(statement) !== '';
	if (!ts.isTypeAliasDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) return false;
	// A type that its file does not export is written out where it is used, unless it has
	// parameters.
	const isExported = ts.getModifiers(statement)?.[0]?.kind === ts.SyntaxKind.ExportKeyword;
	return isExported || statement.typeParameters !== undefined;
}

/**
 * The tag's methods as they are written in the sources: TypeScript would expand the names of their
 * types.
 */
function frameMethods(): string {
	return readFrameMethods()
		.map(({ code, doc }) => `\t/** ${doc} */\n\t${code};`)
		.join('\n');
}

/** The types of an import, as a type import: values are not part of the declarations. */
function typeImports({ importClause, moduleSpecifier }: ts.ImportDeclaration): string {
	const bindings = importClause?.namedBindings;
	const isType = importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
	const elements = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
	const names = elements.filter(({ isTypeOnly }) => isType || isTypeOnly).map(({ name }) => name.text);
	return names.length > 0 ? `import type { ${names.join(', ')} } from ${moduleSpecifier.getText()};\n` : '';
}

/**
 * Prints an object type member by member, with each member's comment; any other type as TypeScript
 * shows it.
 */
function print(type: ts.Type, at: ts.Node, checker: ts.TypeChecker): string {
	if (type.isUnion() && type.types.some((part) => isObject(part, checker) || checker.isArrayType(part))) {
		return type.types.map((part) => print(part, at, checker)).join(' | ');
	}
	const element = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
	if (element) return `Array<${print(element, at, checker)}>`;
	if (!isObject(type, checker)) return checker.typeToString(type, at, FLAGS);
	const members = type.getProperties().map((member) => {
		const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0;
		const value = print(checker.getTypeOfSymbol(member), at, checker);
		return `${comment(member, checker)}${member.name}${isOptional ? '?' : ''}: ${value};`;
	});
	return `{\n${members.join('\n').replaceAll(/^/gm, '\t')}\n}`;
}

const FLAGS =
	ts.TypeFormatFlags.NoTruncation |
	ts.TypeFormatFlags.InTypeAlias |
	ts.TypeFormatFlags.UseFullyQualifiedType |
	ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/** Whether a type is an object with named members, and no list, record or function. */
function isObject(type: ts.Type, checker: ts.TypeChecker): boolean {
	return (
		(type.flags & ts.TypeFlags.Object) !== 0 &&
		type.getProperties().length > 0 &&
		type.getCallSignatures().length === 0 &&
		!checker.isArrayType(type) &&
		!checker.isTupleType(type)
	);
}

function comment(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): string {
	const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
	return text && `/** ${text.replaceAll('\n', '\n * ')} */\n`;
}
