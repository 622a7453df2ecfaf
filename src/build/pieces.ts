/** The programs that a browser loads, and the folders whose texts each shows: nobody downloads the texts of another piece. */
export const PIECES = {
	host: ['elements', 'src/host'],
	widget: ['src/widget', 'src/ui'],
	desk: ['src/desk', 'src/ui'],
	survey: ['src/survey', 'src/ui'],
} as const;

export type Piece = keyof typeof PIECES;

/** Every folder with texts; the server reads its own out of the catalogues as they are. */
export const TEXT_FOLDERS = [...new Set<string>(Object.values(PIECES).flat()), 'src/server'];

export function isPiece(name: string): name is Piece {
	return Object.hasOwn(PIECES, name);
}

/** The pieces that show the texts of a file, or of a folder. */
export function piecesShowing(path: string): Piece[] {
	return Object.keys(PIECES)
		.filter(isPiece)
		.filter((piece) => PIECES[piece].some((folder) => `${path}/`.startsWith(`${folder}/`)));
}
