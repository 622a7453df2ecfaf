/**
 * What the build tells the server in `dist/manifest`, where each program that it builds has a file.
 */

/**
 * What a document has to load for one module. All paths are relative to the folder that the server
 * serves.
 */
export interface ManifestEntry {
	/** The chunk that contains the module. */
	file: string;
	/** The chunks that it imports, directly or through others. */
	imports: string[];
	/** The style sheet of the graph, if it has one. */
	css: string[];
	/**
	 * The sources that `style-src-elem` has to allow for style elements that packages in the chunk
	 * create; absent where there are none.
	 */
	inlineStyles?: string[];
}

/**
 * Source path → what to load, for every entry and every module that is imported dynamically:
 * `src/widget/app/view/view.tsx`; for a catalogue, its module's name: `catalogs:widget/de`.
 */
export type Manifest = Record<string, ManifestEntry>;
