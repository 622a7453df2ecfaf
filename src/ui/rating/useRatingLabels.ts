import { useLingui } from '@lingui/react/macro';
import type { CsatRating } from '#protocol/entities/contentTypes.ts';

/** The words of each rating. */
export function useRatingLabels(): Record<CsatRating, string> {
	const { t } = useLingui();
	return {
		1: t`poor`,
		2: t`fair`,
		3: t`average`,
		4: t`good`,
		5: t`excellent`,
	};
}
