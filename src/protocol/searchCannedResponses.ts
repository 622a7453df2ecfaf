import type { CannedResponse } from './application/cannedResponseRoutes.ts';
import { foldText } from './base/foldText.ts';

type Searched = Pick<CannedResponse, 'short_code' | 'content'>;

/**
 * Those whose short code begins with the text come first, then those that have it there, then those
 * that say it.
 */
export function searchCannedResponses<R extends Searched>(responses: readonly R[], text: string): R[] {
	const sought = foldText(text.trim());
	const rankOf = ({ short_code, content }: R): number => {
		const at = foldText(short_code).indexOf(sought);
		if (at !== -1) return Math.min(at, 1);
		return foldText(content).includes(sought) ? 2 : 3;
	};
	return responses
		.map((response) => ({ response, rank: rankOf(response) }))
		.filter(({ rank }) => rank < 3)
		.toSorted((one, other) => one.rank - other.rank)
		.map(({ response }) => response);
}
