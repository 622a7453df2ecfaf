/** Style sheets as the build offers them (`compileStyles.ts`). */

declare module '*.module.css' {
	/** Local class name → the name in the page. The sheet itself is linked by the document. */
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
