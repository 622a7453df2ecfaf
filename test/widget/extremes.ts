/** Window sizes and words on which layouts break. */

/** CSS pixels. The last is a window of 640 by 480 at 200 % zoom. */
export const SIZES = [
	[1280, 720],
	[400, 640],
	[320, 568],
	[320, 240],
] as const;
export const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
export const LONG_NAME = `Maximiliane-Charlotte von und zu ${LONG_WORD}`;
export const LONG_FILE = `2026-11-20_${LONG_WORD}_final_FINAL_v2.pdf`;
