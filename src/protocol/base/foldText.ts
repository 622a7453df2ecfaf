import { plainDigits } from './plainDigits.ts';

/**
 * Letters that do not decompose, each followed by what people type who do not have it on their
 * keyboard.
 */
const TYPED = new Map(
	(
		'ßss æae œoe þth ðd øo đd ħh łl ŧt ıi ŋn ĸk ſs ƀb ƃb ƈc ƌd ƒf ƙk ƚl ƞn ƥp ƫt ƭt ƴy ƶz ǥg ǝe əe ȡd ȥz ȴl ȵn ȶt ȼc ȿs ɀz ɇe ɉj ɋq ɍr ɏy ɓb ɖd ɗd ɠg ' +
		'ɦh ɨi ɫl ɬl ɲn ɵo ɽr ʈt ʉu ʋv ςσ ґг ٱا ىي یي کك ةه ہه ھه ـ'
	)
		.split(' ')
		.map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/**
 * A text in the form that searches compare: without case, diacritics and invisible marks, with
 * ASCII digits, and with the plain letters that people type ("Größe" is found by "grosse", "Łódź"
 * by "lodz").
 */
export function foldText(text: string): string {
	return plainDigits(text)
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^\0-~]/g, (letter) => TYPED.get(letter) ?? letter)
		.replaceAll(/(?<=l)·(?=l)/g, '');
}
