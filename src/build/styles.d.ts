/** Style sheets as the build offers them (`compileStyles.ts`). */

declare module '*.module.css' {
	/** Local class name → class name in the page. The document links the sheet itself. */
	const styles: Readonly<Record<string, string>>;
	export default styles;
}

declare module '*.module.css?text' {
	const styles: Readonly<Record<string, string>>;
	export default styles;
	/** The sheet's text, for a shadow root. */
	export const css: string;
}

declare module '*.css' {}
