import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback } from 'react';
import type { TeamArticle } from '#protocol/application/helpCentreRoutes.ts';
import type { FieldOf } from '../../form/fieldOf.ts';
import { ChoiceField } from '../fields/ChoiceField.tsx';
import { useFresh } from '../../common/useFresh.ts';
import { loadCategories } from './categories.ts';

interface Props<T extends object> extends FieldOf<T, string> {
	/** The help centre. */
	slug: string;
	locale: string;
	/** The category that the server has, which is shown before the others are there. */
	saved: TeamArticle['category'] | undefined;
}

/**
 * Chooses one of the categories of a language, or none; there is nothing to choose where the
 * language has none.
 */
export function CategoryField<T extends object>({ slug, locale, saved, ...props }: Props<T>) {
	const { t } = useLingui();
	const loadOf = useSetAtom(loadCategories);
	const load = useCallback(() => loadOf(slug, locale), [loadOf, slug, locale]);
	const { value: categories, hasFailed } = useFresh(load);
	const known = categories ?? (saved ? [saved] : []);
	const options = known.flatMap(({ id, name }) => (id === null || name === null ? [] : [[String(id), name] as const]));
	if (options.length === 0 && !hasFailed) return null;
	return (
		<ChoiceField
			{...props}
			hint={hasFailed && <Trans>This could not be loaded.</Trans>}
			options={[['', t`Without a category`], ...options]}
		/>
	);
}
