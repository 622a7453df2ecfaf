/**
 * Types as a site's editor shall show them: plain, where we make them of something else. That is the protocol's, made of
 * valibot's schemas, and those of the attributes. Only TypeScript 6 and older have an interface for this.
 */
import ts from '@typescript/typescript6';
import { repositoryPath, ROOT } from '../root.ts';

const MADE = /^src\/(protocol\/\w+|host\/core\/settings)\.ts$/;

/** Declaration files: path of the module, such as `src/protocol/entities.ts` → source text, for those that `entries` reach. */
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
		// Of those with parameters there is no plain form, and what is imported is written out over there.
		if (ts.isImportDeclaration(statement) || statement.typeParameters) return `${statement.getText(file)}\n`;
		const doc = comment(checker.getSymbolAtLocation(statement.name), checker);
		const type = checker.getTypeAtLocation(statement);
		return `${doc}export type ${statement.name.text} = ${print(type, statement, checker)};\n`;
	});
}

function isType(
	statement: ts.Statement,
): statement is ts.TypeAliasDeclaration | ts.InterfaceDeclaration | ts.ImportDeclaration {
	if (ts.isImportDeclaration(statement)) return statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
	return ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement);
}

/** Objects member by member, with what is said above each; the rest as TypeScript would show it. */
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

/** With members of its own; lists, records and functions are no such objects. */
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
