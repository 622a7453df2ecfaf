/**
 * The programs that a browser loads, and the folders whose texts each shows, so that no program's catalogue has the texts of
 * another.
 */
export const PIECES = {
	host: ['elements', 'src/host'],
	widget: ['src/widget', 'src/ui'],
	desk: ['src/desk', 'src/ui'],
	survey: ['src/survey', 'src/ui'],
} as const;

export type Piece = keyof typeof PIECES;

/** Every folder with texts. The server is not a piece: it reads its texts from the catalogue files directly. */
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
