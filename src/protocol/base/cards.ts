/** The word by which an owner has numbers of payment cards masked (`masks.ts`). */
export const CARDS = 'cards';

/** The fewest and most digits of a card's number. */
export const CARD_DIGITS = { min: 13, max: 19 };

/** Whether the digits have the checksum of a card's number, by Luhn's formula. */
export function isCardNumber(digits: string): boolean {
	let sum = 0;
	for (let place = 0; place < digits.length; place += 1) {
		const value = Number(digits.at(-1 - place)) * (place % 2 === 1 ? 2 : 1);
		sum += value > 9 ? value - 9 : value;
	}
	return sum % 10 === 0;
}
