import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { TeamPortal } from '#protocol/application/helpCentreRoutes.ts';
import { settingsHref } from '../../common/route.ts';
import { LinkRow } from '../parts/LinkRow.tsx';
import { LanguageLinks } from './LanguageLinks.tsx';

type Part = 'articles' | 'categories' | 'settings';

interface Props {
	portal: TeamPortal;
	current: Part;
	/** The language of the part, which the settings do not have. */
	locale?: string;
}

/** Leads to the parts of a help centre, and to this part in other languages. */
export function PortalLinks({ portal: { id, name, config, meta }, current, locale }: Props) {
	const hrefOf = (part: Part, code = meta.default_locale) =>
		settingsHref('help-centre', id, ...(part === 'articles' ? [] : [part]), ...(part === 'settings' ? [] : [code]));
	const parts: { part: Part; title: ReactNode }[] = [
		{ part: 'articles', title: <Trans>Articles</Trans> },
		{ part: 'categories', title: <Trans>Categories</Trans> },
		{ part: 'settings', title: <Trans>Settings</Trans> },
	];
	return (
		<>
			<LinkRow
				label={name}
				links={parts.map(({ part, title }) => ({ href: hrefOf(part, locale), title, isCurrent: part === current }))}
			/>
			{locale !== undefined && (
				<LanguageLinks
					locales={config.allowed_locales.map(({ code }) => code)}
					current={locale}
					hrefOf={(code) => hrefOf(current, code)}
				/>
			)}
		</>
	);
}
