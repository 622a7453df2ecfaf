import { useLingui } from '@lingui/react/macro';
import { languageTag } from '#protocol/base/locales.ts';
import { VisuallyHidden } from '../../common/VisuallyHidden.tsx';
import { LinkRow } from '../parts/LinkRow.tsx';
import { nameOfLanguage } from '../parts/nameOfLanguage.ts';

interface Props {
	locales: readonly string[];
	current: string;
	/** The page in a language. */
	hrefOf: (locale: string) => string;
	/** Whether there is nothing in this language yet. */
	isMissing?: (locale: string) => boolean;
}

/** Leads to the same in the other languages of a help centre, where it has several. */
export function LanguageLinks({ locales, current, hrefOf, isMissing = () => false }: Props) {
	const { t } = useLingui();
	if (locales.length < 2) return null;
	const titleOf = (locale: string) => (
		<>
			<span lang={languageTag(locale)}>{nameOfLanguage(locale)}</span>
			{isMissing(locale) && <VisuallyHidden> ({t`Not translated yet`})</VisuallyHidden>}
		</>
	);
	return (
		<LinkRow
			label={t`Language`}
			links={locales.map((locale) => ({
				href: hrefOf(locale),
				title: titleOf(locale),
				isCurrent: locale === current,
				isMissing: isMissing(locale),
			}))}
		/>
	);
}
